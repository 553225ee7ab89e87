import { readFileSync } from 'node:fs';

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

/** Processor time of a process so far, in seconds. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The longest the event loop was blocked since the last reading, in milliseconds. */
export async function longestBlockMs(metricsUrl: string): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error('the server tells nothing of its event loop');
  return Number(seconds) * 1000;
}
