import { AsyncLocalStorage } from 'node:async_hooks';
import type { revealField } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';

/** What a kind of value keeps where it is masked, when it keeps less than the floor. */
export type StrongerMask = 'TAIL' | 'NOTHING';
export type MasksInForce = Readonly<Partial<Record<z.output<typeof revealField>, StrongerMask>>>;

const inForce = new AsyncLocalStorage<MasksInForce>();

/** Runs a call or a job with the masks that its rules ask for: whatever masks a value within it obeys them. */
export const withMasks = <Result>(masks: MasksInForce, work: () => Result): Result => inForce.run(masks, work);

/** Outside of a call and a job nothing is stronger than the floor. */
export const masksInForce = (): MasksInForce => inForce.getStore() ?? {};
