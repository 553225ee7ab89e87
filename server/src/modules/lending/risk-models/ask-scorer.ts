import type { riskModel } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { exchange, GatewayError, type Gateways } from '../../platform/gateways/index.ts';

/** How scorers are reached from this station. */
export type ScorerDoor = Gateways['scorer'];

type Answer =
  | { readonly score: number; readonly said: string[]; readonly failure: null }
  | { readonly score: null; readonly said: string[]; readonly failure: riskModel.ModelFailure };

const reply = z.object({
  score: z.int().check(z.minimum(0), z.maximum(1_000)),
  /** In words, the weightiest first. */
  reasons: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(4))),
});

const failed = (failure: riskModel.ModelFailure): Answer => ({ score: null, said: [], failure });

/** After so many failures in a row a scorer is left alone for a while: applications do not queue behind it. */
const MAX_FAILURES = 5;
const PAUSE_MS = 30_000;
const health = new Map<string, { failures: number; pausedUntil: number }>();

/** Sends an application's inputs to a scorer. Never throws: what goes wrong is the answer. */
export async function askScorer(
  door: ScorerDoor,
  model: { readonly ruleId: string; readonly versionNo: number; readonly value: riskModel.ModelValue },
  asked: { readonly orderNo: string; readonly inputs: riskModel.ModelInputs },
): Promise<Answer> {
  const { ruleId, versionNo } = model;
  const state = health.get(ruleId) ?? { failures: 0, pausedUntil: 0 };
  if (state.pausedUntil > Date.now()) return failed('PAUSED');
  const answer = await sendTo(door, model.value, { modelCode: ruleId, versionNo, ...asked });
  const failures = answer.failure === null ? 0 : state.failures + 1;
  health.set(ruleId, { failures, pausedUntil: failures >= MAX_FAILURES ? Date.now() + PAUSE_MS : 0 });
  return answer;
}

async function sendTo(
  door: ScorerDoor,
  { endpoint, timeoutMs }: riskModel.ModelValue,
  content: object,
): Promise<Answer> {
  if (endpoint === null) return failed('INVALID');
  const { pathname, search } = new URL(endpoint);
  // A station that reaches the world through a door of its own asks there for the path.
  const url = door ? `${door.url}${pathname}${search}` : endpoint;
  const headers = { 'content-type': 'application/json', ...(door && { authorization: `Bearer ${door.apiKey}` }) };
  try {
    const { status, text } = await exchange({ url, method: 'POST', headers, body: JSON.stringify(content), timeoutMs });
    if (status < 200 || status > 299) return failed('REFUSED');
    const read = reply.safeParse(parsed(text));
    if (!read.success) return failed('INVALID');
    return { score: read.data.score, said: read.data.reasons ?? [], failure: null };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return failed(isTimeout(error) ? 'TIMEOUT' : 'UNREACHABLE');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isTimeout = ({ cause }: Error): boolean => cause instanceof Error && cause.name === 'TimeoutError';
