import { readdirSync, readFileSync } from 'node:fs';

/** What one process uses, from outside. Linux alone. */
export interface ProcessWatch {
  /** Peak resident memory above that at the start, in bytes. */
  stop(): number;
}

export function residentBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1024;
}

export function watchMemory(pid: number): ProcessWatch {
  const before = residentBytes(pid);
  let peak = before;
  const look = () => {
    peak = Math.max(peak, residentBytes(pid));
  };
  const timer = setInterval(look, 25);
  return {
    stop() {
      clearInterval(timer);
      look();
      return peak - before;
    },
  };
}

/** The numbers after the name in `/proc/<pid>/stat`; none where the process has ended. */
function statOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

const secondsIn = (stat: readonly number[]): number => ((stat[11] ?? 0) + (stat[12] ?? 0)) / 100;

/** Processor time of a process so far, in seconds: unlike the clock, a busy machine changes it little. */
export function processorSeconds(pid: number): number {
  return secondsIn(statOf(pid));
}

/** Processor time so far of all processes that one has started and that still run. */
export function childrenSeconds(parent: number): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat[1] === parent)
    .reduce((sum, stat) => sum + secondsIn(stat), 0);
}

/** The longest the event loop was blocked since the last reading, in milliseconds. */
export async function longestBlockMs(metricsUrl: string): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('the server tells nothing of its event loop');
  return Number(seconds) * 1000;
}
