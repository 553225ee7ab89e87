import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { station } from '../e2e/support/station.ts';
import type { Behaviour, PartnerNotice } from '../../sandbox/src/index.ts';

/** The world outside of this worker's server, as far as a journey decides what happens in it. */
interface Outside {
  /** How reliable every gateway is from now on. */
  readonly behave: (changes: Partial<Behaviour>) => Promise<void>;
  /** A customer pays to the paybill in the M-Pesa menu. Shillings as text. */
  readonly pay: (payment: {
    readonly phone: string;
    readonly amount: string;
    readonly reference: string;
  }) => Promise<{ readonly receipt: string }>;
  /** What M-Pesa calls a payout, by our own number of it: in its book before we hear of it. */
  readonly receiptOf: (attemptNo: string) => Promise<string>;
  /** What a partner's server under `.example` answers with from now on. */
  readonly partnerAnswers: (host: string, status: number) => Promise<void>;
  /** What reached it, the oldest first. */
  readonly noticesOf: (host: string) => Promise<readonly PartnerNotice[]>;
}

export function outside(): Outside {
  const { sandboxUrl, dataDir } = station();
  const post = async (path: string, body: object): Promise<{ receipt: string }> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${sandboxUrl}/sandbox/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The sandbox answers ${path} with ${response.status}.`);
    return await response.json();
  };
  return {
    behave: async (changes) => void (await post('behaviour', changes)),
    pay: async (payment) => await post('pay', payment),
    receiptOf: async (attemptNo) => {
      const book = await readFile(join(dataDir, 'sandbox/mpesa.jsonl'), 'utf8');
      const line = book.split('\n').find((each) => each.includes(`"originatorConversationId":"${attemptNo}"`));
      return /"receipt":"(\w+)"/.exec(line ?? '')?.[1] ?? '';
    },
    partnerAnswers: async (host, status) => void (await post('partner', { host, status })),
    noticesOf: async (host) => {
      const response = await fetch(`${sandboxUrl}/sandbox/partner/${host}`);
      return await response.json();
    },
  };
}
