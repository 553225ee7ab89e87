/**
 * The loan engine's part of a process: the world outside and what it tells us. Modules add what they do with it by
 * declaration merging; `open-engine.ts` opens them all.
 */
export interface Engine {
  close(): Promise<void>;
}
