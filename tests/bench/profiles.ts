/** A network and processor to measure on; throttling is the browser's own (DevTools protocol). */
export interface Profile {
  readonly name: string;
  /** Round-trip time added to every request, ms; null for no throttling. */
  readonly latencyMs: number | null;
  /** Bytes a second, down and up; null for no limit. */
  readonly bytesPerSecond: number | null;
  /** The processor runs this many times slower. */
  readonly cpuSlowdown: number;
}

const megabit = 1_000_000 / 8;

export const PROFILES: readonly Profile[] = [
  { name: 'no throttling', latencyMs: null, bytesPerSecond: null, cpuSlowdown: 1 },
  { name: '9 Mbit/s 60 ms CPU÷4', latencyMs: 60, bytesPerSecond: 9 * megabit, cpuSlowdown: 4 },
  {
    name: '1.6 Mbit/s 300 ms CPU÷4',
    latencyMs: 300,
    bytesPerSecond: 1.6 * megabit,
    cpuSlowdown: 4,
  },
];
