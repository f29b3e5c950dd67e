/** The status page: what runs here and how to talk to it, until the app takes this place. */
import type { App } from '../app/index.ts';

export async function statusPage(app: App, origin: string): Promise<string> {
  const { chosen, providers } = app.models.describe();
  const teams = await app.listTeams();
  const sessions = await app.home.store.sessions({ limit: 1000 });
  const voice =
    chosen === 'offline'
      ? 'Offline engine: no model is configured. Answers come from rules and data only.'
      : `${chosen}, then ${providers
          .filter((p) => p.ready && p.name !== chosen)
          .map((p) => p.name)
          .concat('offline engine')
          .join(', ')}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Consilium</title>
<style>
  :root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #e3e7ec; --paper: #fff; --accent: #1f6f78; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa5b4; --line: #2a323d; --paper: #12171d; --accent: #6cc3cc; } }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
  main { max-width: 40rem; margin: 0 auto; padding: 3rem 1.25rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
  p { margin: 0 0 .5rem; } .soft { color: var(--soft); }
  dl { display: grid; grid-template-columns: 8rem 1fr; margin: 0; border-top: 1px solid var(--line); }
  dt, dd { margin: 0; padding: .5rem 0; border-bottom: 1px solid var(--line); } dt { color: var(--soft); }
  pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px; font-size: .85rem; }
  b { color: var(--accent); font-weight: 600; }
  @media (max-width: 480px) { dl { grid-template-columns: 1fr; } dt { border: 0; padding-bottom: 0; } }
</style>
</head>
<body>
<main>
  <h1>Consilium</h1>
  <p class="soft">Running. This is what is here; the app is on the front page.</p>
  <h2>Status</h2>
  <dl>
    <dt>Voice</dt><dd>${toHtml(voice)}</dd>
    <dt>Sessions</dt><dd>${sessions.length}</dd>
    <dt>Data</dt><dd>${toHtml(app.home.dir)}</dd>
  </dl>
  <h2>Teams</h2>
  <dl>${teams.map((team) => `<dt><b>${toHtml(team.name)}</b></dt><dd>${toHtml(team.description)}</dd>`).join('')}</dl>
  <h2>Talk to one</h2>
  <p class="soft">While this server runs, its data folder is its own: the terminal needs another one.</p>
  <pre>npx consilium chat --team ${toHtml(teams[0]?.name ?? 'front-desk')} --home .another

curl -s ${toHtml(origin)}/v1/chat -H 'content-type: application/json' \\
  -d '{"team": "${toHtml(teams[0]?.name ?? 'front-desk')}", "message": "When are you open on Saturday?"}'</pre>
</main>
</body>
</html>`;
}

function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
