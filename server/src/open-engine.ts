import type { Logger } from 'pino';
import type { Settings } from './config/settings.ts';
import type { Database } from './db/database.ts';
import type { Engine } from './engine.ts';
import {
  createCallbackProcessor,
  type Gateways,
  openGateways,
  storeCallback,
  topicAt,
} from './modules/platform/gateways/index.ts';
import { createAppAccounts } from './modules/platform/message-accounts/index.ts';
import { statusTopics } from './modules/platform/messages/index.ts';
import { createSmsRouter } from './modules/platform/sms-routes/index.ts';
import type { Vault } from './modules/platform/vault/index.ts';
import { replyTopics } from './modules/collections/robot-tasks/index.ts';
import { dispatchContacts, reportTopics } from './modules/collections/contacts/index.ts';
import { callTopics } from './modules/collections/telephony/index.ts';
import { balanceTopics } from './modules/payments/balances/index.ts';
import { reversalPayout } from './modules/payments/flows/index.ts';
import { transferPayout } from './modules/payments/transfers/index.ts';
import { withdrawalPayout } from './modules/payments/wallets/index.ts';
import { loanPayout } from './modules/lending/orders/index.ts';
import { receiptTopics } from './modules/payments/payments/index.ts';
import {
  PROMPT_TIMES,
  type PromptTimes,
  promptTopics,
  sendPrompt,
  watchPrompts,
} from './modules/payments/prompts/index.ts';
import { refundPayout } from './modules/payments/refunds/index.ts';
import {
  askAboutPayout,
  bankTopics,
  payoutTopics,
  type PayoutSubjects,
  sendPayout,
  WATCH_TIMES,
  watchPayouts,
  type WatchTimes,
} from './modules/lending/payouts/index.ts';

/** What can be paid out, and how each posts it. */
export const payoutSubjects: PayoutSubjects = {
  LOAN: loanPayout,
  REFUND: refundPayout,
  REVERSAL: reversalPayout,
  TRANSFER: transferPayout,
  WITHDRAWAL: withdrawalPayout,
};

export async function openEngine(options: {
  readonly settings: Settings;
  readonly db: Database;
  readonly log: Logger;
  readonly times?: WatchTimes;
  readonly promptTimes?: PromptTimes;
  /** In place of those of the settings. */
  readonly gateways?: Gateways;
  /** Opens the keys of SMS accounts. */
  readonly vault?: Vault;
}): Promise<Engine> {
  const { settings, db, log, times = WATCH_TIMES } = options;
  const { promptTimes = PROMPT_TIMES } = options;
  const gateways = options.gateways ?? (await openGateways(settings.gateways));
  const vault = options.vault ?? null;
  const appAccounts = createAppAccounts({ db, gateways, settings: settings.gateways, vault, log });
  const smsRouter = createSmsRouter({ db, gateways, vault, apps: appAccounts, log });
  await Promise.all([smsRouter.refresh(), appAccounts.refresh()]);
  const topics = {
    ...payoutTopics({ subjects: () => payoutSubjects, log, times, shortCodes: gateways.shortCodes }),
    ...bankTopics({ subjects: () => payoutSubjects, log, times }),
    ...receiptTopics({ paybill: gateways.shortCodes?.PAYBILL }),
    ...promptTopics(),
    ...balanceTopics(),
    ...reportTopics({ log }),
    ...callTopics({ log }),
    ...statusTopics({ log }),
    ...replyTopics,
  };
  const callbacks = createCallbackProcessor({ db, log, topics });
  return {
    gateways,
    smsRouter,
    appAccounts,
    topics,
    callbacks,
    subjects: payoutSubjects,
    async ask(attemptNo) {
      const { money, bank } = gateways;
      await askAboutPayout({ db, money, bank, subjects: payoutSubjects, log }, attemptNo);
      // A bank's answer is there at once.
      callbacks.wake();
    },
    async send(attemptNo) {
      const { money, bank } = gateways;
      await sendPayout({ db, money, bank, subjects: payoutSubjects, log }, attemptNo);
    },
    async prompt(promptNo) {
      const { money } = gateways;
      if (money) await sendPrompt({ db, money, log }, promptNo);
    },
    async takeIn(topic, report) {
      const content = Buffer.from(JSON.stringify(report));
      await storeCallback(db, { topic, content, contentType: 'application/json' }, topicAt(topics, topic));
      callbacks.wake();
    },
    async dispatch() {
      await dispatchContacts({ db, gateways, sms: smsRouter, log });
    },
    async watch() {
      const { money, bank } = gateways;
      if (money || bank) await watchPayouts({ db, money, bank, subjects: payoutSubjects, log }, times);
      callbacks.wake();
      if (money) await watchPrompts({ db, money, log }, promptTimes);
    },
    async close() {
      await callbacks.close();
      gateways.close();
    },
  };
}
