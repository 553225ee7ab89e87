import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Sandbox, Transaction } from '../../sandbox/src/index.ts';
import { freePort } from '../../server/src/free-port.ts';
import { mpesaEnvironment } from '../support/mpesa-environment.ts';
import type { Session } from './writers.ts';

/* The channel that money and messages leave by, and the commands that send them. */

/** What was done out there. */
export interface OutsideReport {
  readonly transactions: readonly Transaction[];
  /** Numbers of ours that were ordered to be paid more than once. */
  readonly repeated: readonly string[];
  /** Of the messages that were taken on. */
  readonly texts: readonly string[];
}

export interface Outside {
  /** For the server: its port, its gateways. */
  readonly env: Readonly<Record<string, string>>;
  report(): Promise<OutsideReport>;
  /** From now on nothing fails out there. */
  calm(): Promise<void>;
  stop(): void;
}

/** Starts the world outside in a process of its own; the server has to come up at one port, however often it dies. */
export async function startOutside(secret: string): Promise<Outside> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const script = join(import.meta.dirname, 'outside-process.ts');
  const child = fork(script, [`${publicUrl}/gateway/${secret}`]);
  const [ready]: Pick<Sandbox, 'url' | 'mpesa' | 'sms'>[] = await once(child, 'message');
  if (!ready) throw new Error('the world outside does not start');
  const { url, mpesa, sms } = ready;
  const ask = async (request: 'report' | 'calm'): Promise<OutsideReport> => {
    const answered = once(child, 'message');
    child.send(request);
    const [report]: OutsideReport[] = await answered;
    if (!report) throw new Error('the world outside is gone');
    return report;
  };
  return {
    env: {
      PORT: String(port),
      KITUO_PUBLIC_URL: publicUrl,
      KITUO_CALLBACK_SECRET: secret,
      ...mpesaEnvironment({ url, mpesa }),
      SMS_URL: url,
      SMS_USERNAME: sms.username,
      SMS_API_KEY: sms.apiKey,
      SMS_SENDER: sms.sender,
    },
    report: () => ask('report'),
    calm: async () => void (await ask('calm')),
    stop: () => void child.kill('SIGKILL'),
  };
}

/** A command that sends money, or asks a phone for it. Its key makes repeating it harmless. */
export interface MoneyCommand {
  readonly path: 'payManage/disburse' | 'payManage/replay' | 'rePayManage/prompt/create';
  readonly orderNo: string;
  readonly key: string;
  /** What the server acknowledged: the attempt's or the prompt's number. */
  made?: string;
  /** It said no. */
  refusal?: string;
}

export const commandOf = (path: MoneyCommand['path'], orderNo: string): MoneyCommand => ({
  path,
  orderNo,
  key: randomUUID(),
});

const PROMPT_CENTS = 100_00;
/** The first code of the catalogue that is the server's fault rather than a refusal. */
const FIRST_FAULT = 9000;

interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: { attemptNo?: string; promptNo?: string; error?: string } | null;
}

/** Sends it, for the first time or again; its end stays open where the server had a fault. */
export async function sendCommand({ url, token }: Session, command: MoneyCommand): Promise<void> {
  const { path, orderNo, key } = command;
  const isPrompt = path === 'rePayManage/prompt/create';
  const response = await fetch(`${url}/api/hc/web/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'auth-token': token, 'idempotency-key': key },
    body: JSON.stringify({ orderNo, ...(isPrompt && { amountCents: PROMPT_CENTS }) }),
    signal: AbortSignal.timeout(60_000),
  });
  const reply: Reply = await response.json();
  if (reply.code === 0) {
    const made = reply.data?.attemptNo ?? reply.data?.promptNo ?? '';
    if (command.made !== undefined && command.made !== made) {
      throw new Error(`the same key made ${command.made} and then ${made}`);
    }
    command.made = made;
  } else if (reply.code < FIRST_FAULT) {
    command.refusal = reply.data?.error ?? reply.msg;
  }
}

/** Sends one after the other until none is left or the server is gone. */
export async function sendCommands(session: Session, queue: MoneyCommand[]): Promise<void> {
  for (;;) {
    const command = queue.shift();
    if (!command) return;
    try {
      await sendCommand(session, command);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('the same key')) throw error;
      return;
    }
  }
}
