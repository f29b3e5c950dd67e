/** Who holds a running firing: `host:pid:id`. On this machine a dead process is seen at once, without its lease. */
import { hostname } from 'node:os';

export function isHolderGone(holder: string, self: string): boolean {
  if (holder === self) return false;
  const [host, pid] = holder.split(':');
  if (host !== hostname()) return false;
  // The same number, another life: whoever had it before is gone.
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
