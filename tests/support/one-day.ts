import { setTimeout as delay } from 'node:timers/promises';
import { addDays, businessDateOf, startOfBusinessDate } from '../../server/src/modules/platform/policy/index.ts';

/** Longer than a file takes where everything takes five times as long. */
const FILE_MS = 4 * 60_000;

// Tests take the day once and count from it: a file that begins before midnight in Nairobi must not end after it. In the
// last minutes of a day it waits for the next one.
const now = new Date();
const left = startOfBusinessDate(addDays(businessDateOf(now), 1)).getTime() - now.getTime();
if (left < FILE_MS) await delay(left);
