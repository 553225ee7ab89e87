import { collectionStep } from '../collections.ts';
import { recoveryStep } from '../recoveries.ts';
import { orderFileStep } from '../order-file.ts';
import { walletStep } from '../wallets.ts';
import { orderOrigins } from '../order-origins.ts';
import type { SeedStep } from './seed-step.ts';

/** One line a section, in the order in which they build on each other. */
export const SEED_STEPS: readonly SeedStep[] = [orderOrigins, orderFileStep, collectionStep, recoveryStep, walletStep];
