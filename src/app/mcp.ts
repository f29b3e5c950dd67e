/** MCP servers as tools for agents: each asked when a team that names it is loaded, and spoken to by one client. */
import type { McpServer } from '../a2a/mcp.ts';
import type { Tool } from '../kernel/index.ts';
import type { McpConfig } from '../teams/index.ts';

export interface McpDesk {
  tools(config: McpConfig): Promise<readonly Tool[]>;
  close(): Promise<void>;
}

export function openMcpDesk(env: Readonly<Record<string, string | undefined>>): McpDesk {
  const servers = new Map<string, McpServer>();
  return {
    tools: async (config) => {
      const { openMcpServer } = await import('../a2a/mcp.ts');
      const key = JSON.stringify(config);
      const server = servers.get(key) ?? openMcpServer(config, env);
      servers.set(key, server);
      return server.tools();
    },
    close: async () => void (await Promise.allSettled([...servers.values()].map((server) => server.close()))),
  };
}
