import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { GatewayError, type MoneyGateway } from '../../platform/gateways/index.ts';
import { lockPrompt, movePrompt, type Prompt } from './store.ts';

declare module '../../../engine.ts' {
  interface Engine {
    /** Sends a prompt that was made and committed to its customer's phone; nothing without a money gateway. */
    prompt(promptNo: string): Promise<void>;
  }
}

/** What prompting needs beside a transaction. */
export interface Prompter {
  readonly db: Database;
  readonly money: MoneyGateway;
  readonly log: Logger;
}

/** Seconds. */
export interface PromptTimes {
  /** A CREATED prompt this old was left by a process that died; nobody waits for it any more. */
  readonly unsent: number;
  /** The phone asks for about a minute: a SENT prompt without an end for this long is UNKNOWN. */
  readonly silent: number;
  readonly askAgain: number;
  /** After that it stands on no phone, whatever nobody can tell. */
  readonly lapse: number;
}

export const PROMPT_TIMES: PromptTimes = { unsent: 30, silent: 75, askAgain: 30, lapse: 900 };

/**
 * Sends a prompt: SENT is committed first, then the channel is called once. A clear no ends it, a doubt makes it
 * UNKNOWN, a yes waits for the callback. Nothing where it was sent before.
 */
export async function sendPrompt({ db, money, log }: Prompter, promptNo: string): Promise<void> {
  const prompt = await db.transaction().execute(async (tx) => {
    const one = await lockPrompt(tx, promptNo);
    if (one?.promptStatus !== 'CREATED') return null;
    await movePrompt(tx, one, 'send', { sentAt: new Date() });
    return one;
  });
  if (!prompt) return;
  try {
    const { phone, amountCents, accountReference } = prompt;
    const asked = { requestNo: promptNo, phone, amountCents, accountReference, at: new Date() };
    const { requestId } = await money.requestPayment({ ...asked, remark: 'Repayment' });
    await db.updateTable('paymentPrompt').set({ requestId }).where('promptNo', '=', promptNo).execute();
  } catch (error) {
    log.warn({ err: error, promptNo }, 'a prompt was not taken on');
    const isClearNo = error instanceof GatewayError && error.fault !== 'UNKNOWN';
    const resultText = error instanceof Error ? error.message.slice(0, 500) : 'failed';
    const resultCode = error instanceof GatewayError ? error.code : null;
    await whereStill({ db }, promptNo, ['SENT'], isClearNo ? 'fail' : 'timeOut', {
      ...(isClearNo && { resultCode, resultText }),
    });
  }
}

/** Moves a prompt that is still in one of these states: its end may have come meanwhile. */
async function whereStill(
  { db }: Pick<Prompter, 'db'>,
  promptNo: string,
  states: readonly Prompt['promptStatus'][],
  command: Parameters<typeof movePrompt>[2],
  facts: Parameters<typeof movePrompt>[3] = {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const one = await lockPrompt(tx, promptNo);
    if (one && states.includes(one.promptStatus)) await movePrompt(tx, one, command, facts);
  });
}

/** One round: gives up what was never sent, doubts what is silent, asks about what is in doubt. */
export async function watchPrompts(prompter: Prompter, times = PROMPT_TIMES): Promise<void> {
  for (const { promptNo } of await due(prompter, 'CREATED', 'createdAt', times.unsent)) {
    const resultText = 'It was never sent';
    await whereStill(prompter, promptNo, ['CREATED'], 'drop', { resultText });
  }
  for (const { promptNo } of await due(prompter, 'SENT', 'sentAt', times.silent)) {
    await whereStill(prompter, promptNo, ['SENT'], 'timeOut');
  }
  for (const prompt of await inDoubt(prompter, times)) {
    await askAbout(prompter, prompt, times);
  }
}

const A_ROUND = 50;
const ago = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`;

async function due(
  { db }: Prompter,
  status: 'CREATED' | 'SENT',
  since: 'createdAt' | 'sentAt',
  seconds: number,
): Promise<Pick<Prompt, 'promptNo'>[]> {
  return await db
    .selectFrom('paymentPrompt')
    .select('promptNo')
    .where('promptStatus', '=', status)
    .where(since, '<=', ago(seconds))
    .orderBy(since)
    .limit(A_ROUND)
    .execute();
}

type Doubt = Pick<Prompt, 'promptNo' | 'requestId' | 'sentAt' | 'askedAt'>;

/**
 * Those with something to do: to be asked about, or to be given up. Who was not asked about for longest comes first, so
 * that none waits behind many of which nobody can tell.
 */
async function inDoubt({ db }: Prompter, { askAgain, lapse }: PromptTimes): Promise<Doubt[]> {
  return await db
    .selectFrom('paymentPrompt')
    .select(['promptNo', 'requestId', 'sentAt', 'askedAt'])
    .where('promptStatus', '=', 'UNKNOWN')
    .where((eb) => {
      const isDue = eb.or([eb('askedAt', 'is', null), eb('askedAt', '<=', ago(askAgain))]);
      return eb.or([eb('sentAt', '<=', ago(lapse)), eb.and([eb('requestId', 'is not', null), isDue])]);
    })
    .orderBy('askedAt', (order) => order.asc().nullsFirst())
    .orderBy('sentAt')
    .limit(A_ROUND)
    .execute();
}

/** Where the channel's number was lost with its answer, only the callback can tell, for as long as it may come. */
async function askAbout(prompter: Prompter, prompt: Doubt, times: PromptTimes): Promise<void> {
  const { db, money, log } = prompter;
  const { promptNo, requestId, sentAt, askedAt } = prompt;
  const now = new Date();
  const secondsSince = (at: Date | null) => (at ? (now.getTime() - at.getTime()) / 1_000 : Infinity);
  if (requestId !== null && secondsSince(askedAt) >= times.askAgain) {
    await db.updateTable('paymentPrompt').set({ askedAt: now }).where('promptNo', '=', promptNo).execute();
    try {
      const { is, code: resultCode, reason } = await money.askPayment(requestId, now);
      const facts = { resultCode, resultText: reason.slice(0, 500) };
      const command = is === 'PAID' ? 'succeed' : 'fail';
      if (is !== 'PENDING') return await whereStill(prompter, promptNo, ['UNKNOWN'], command, facts);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      log.warn({ err: error, promptNo }, 'the channel could not be asked about a prompt');
    }
  }
  if (secondsSince(sentAt) >= times.lapse) await whereStill(prompter, promptNo, ['UNKNOWN'], 'lapse');
}
