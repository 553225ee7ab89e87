import type { Readable } from 'node:stream';

/*
 * What the engine asks of the world outside, without saying whose. Each port has an adapter that speaks one
 * provider's wire format; the sandbox speaks it back. All of them throw GatewayError.
 */

/** Money out. `attemptNo` is our key of it: sent twice, it is paid once. */
export interface PayoutOrder {
  readonly attemptNo: string;
  readonly amountCents: number;
  /** 254 and 9 digits. */
  readonly phone: string;
  readonly remark: string;
  /** The short code that it leaves from; the float's unless said. */
  readonly fromShortCode?: string;
}

/** Our own accounts with the channel. */
export type OwnAccount = 'PAYBILL' | 'FLOAT';

/** Money from one of our accounts to another. `attemptNo` is our key of it. */
export interface OwnTransferOrder {
  readonly attemptNo: string;
  readonly amountCents: number;
  readonly from: OwnAccount;
  readonly to: OwnAccount;
  readonly remark: string;
}

/** Taken on. Whether it is done, a callback says, which carries these ids. */
export interface Accepted {
  readonly conversationId: string | null;
  /** Ours where we gave one (a payout's is the attempt's number), else the channel's. */
  readonly originatorConversationId: string;
}

/** About an order by the number it went under, or one transaction of the channel. */
export type StatusQuestion = { readonly attemptNo: string } | { readonly transactionId: string };

/** A payment that the channel is to take back. */
export interface ReversalOrder {
  /** Our key of it: its end comes back to an address that names it. */
  readonly attemptNo: string;
  /** The channel's number of the payment. */
  readonly transactionId: string;
  readonly amountCents: number;
  readonly remark: string;
}

/** An account at a bank. `bankCode`: ours, of BANK_NAME_TYPE. */
export interface BankParty {
  readonly name: string;
  readonly bankCode: string;
  readonly accountNo: string;
}

/** Money to an account at a bank. `attemptNo` is our key of it: sent twice, it is paid once. */
export interface BankOrder {
  readonly attemptNo: string;
  readonly amountCents: number;
  readonly from: BankParty;
  readonly to: BankParty;
  readonly remark: string;
  readonly at: Date;
}

/** What the bank answers about a payment, as it came. */
export type BankAnswer = { readonly isKnown: true; readonly content: Buffer } | { readonly isKnown: false };

/** Payouts to bank accounts. */
export interface BankGateway {
  /** Taken on, or thrown. Whether it is paid, a report says. */
  pay(order: BankOrder): Promise<void>;
  askStatus(attemptNo: string): Promise<BankAnswer>;
  /** The camt.053 of an account's day; null where the bank has none yet. */
  fetchStatement(of: { readonly accountNo: string; readonly day: string }): Promise<string | null>;
}

/** Asks a customer's phone for a payment. */
export interface PaymentRequest {
  /** Our key of it: its end comes back to an address that names it. */
  readonly requestNo: string;
  readonly phone: string;
  readonly amountCents: number;
  /** What the payment is for, as the customer would type it; 12 characters are sent. */
  readonly accountReference: string;
  readonly remark: string;
  readonly at: Date;
}

export interface PaymentRequested {
  /** The channel's. */
  readonly requestId: string;
}

/** What became of a payment that a phone was requested. */
export interface PaymentWord {
  readonly is: 'PAID' | 'FAILED' | 'PENDING';
  readonly code: string;
  readonly reason: string;
}

/** How much a short code of ours holds. */
export interface BalanceQuestion {
  /** Our key of it: the answer comes back to an address that names it. */
  readonly queryNo: string;
  readonly shortCode: string;
}

/** A payment that a short code received, as the channel tells it afterwards. */
export interface PulledReceipt {
  readonly transactionId: string;
  readonly at: Date;
  readonly amountCents: number;
  /** Part of it may be hidden. */
  readonly phone: string;
  /** Their name; empty where the channel does not say it. */
  readonly sender: string;
  /** What the customer typed as the account. */
  readonly reference: string;
}

/** Payouts and collections over mobile money. */
export interface MoneyGateway {
  pay(order: PayoutOrder): Promise<Accepted>;
  /** The end comes as a payout's does. */
  moveOwn(order: OwnTransferOrder): Promise<Accepted>;
  /** The answer comes as a callback, like a payout's. */
  askStatus(question: StatusQuestion): Promise<Accepted>;
  reverse(order: ReversalOrder): Promise<Accepted>;
  /** The answer comes as a callback. */
  askBalance(question: BalanceQuestion): Promise<Accepted>;
  requestPayment(request: PaymentRequest): Promise<PaymentRequested>;
  /** Asks about one, by the channel's own number; the money itself comes by its confirmation. */
  askPayment(requestId: string, at: Date): Promise<PaymentWord>;
  /** What a short code received on a day (EAT) that is over, at most 48 hours ago. */
  pullReceipts(of: { readonly shortCode: string; readonly day: string }): Promise<readonly PulledReceipt[]>;
  /** Tells the channel where to report payments to the paybill. May be repeated. */
  registerReceipts(): Promise<void>;
}

export interface SmsMessage {
  /** 254 and 9 digits. */
  readonly phone: string;
  readonly text: string;
  /** In place of the sender that the gateway is set up with. */
  readonly sender?: string;
}

export interface SmsSent {
  readonly messageId: string;
  readonly costCents: number;
}

export interface SmsGateway {
  /** One message to one phone. @throws GatewayError REFUSED where the provider will not send it. */
  send(message: SmsMessage): Promise<SmsSent>;
  /** What is left on the account, in cents. @throws GatewayError where the provider does not say */
  balance(): Promise<number>;
}

/** One number for a robot to dial, with what it may say. */
export interface RobotCall {
  readonly callNo: string;
  readonly phone: string;
  /** The script on the robot's side. */
  readonly scriptCode: string;
  readonly language: 'en' | 'sw';
  readonly variables: Readonly<Record<string, string>>;
}

export interface RobotBatch {
  readonly taskNo: string;
  /** EAT, `08:30`: it dials within these hours alone; absent: at once. */
  readonly hours?: { readonly from: string; readonly to: string };
  readonly calls: readonly RobotCall[];
}

/** Something that a robot may say, as its vendor names it. */
export interface RobotScript {
  readonly scriptCode: string;
  readonly scriptName: string;
  readonly languages: readonly string[];
  /** What it speaks of a batch's variables; null where the vendor does not say. */
  readonly variables: readonly string[] | null;
}

export type RobotBatchStatus = 'RUNNING' | 'PAUSED' | 'DONE' | 'FAILED' | 'STOPPED';

/** An outbound-call robot: takes batches, tells each call's end by callback. */
/** A batch as the robot has it. */
export interface RobotBatchState {
  readonly status: RobotBatchStatus;
  /** What it calls the batch; null where it does not say. */
  readonly vendorTaskId: string | null;
}

export interface RobotGateway {
  /** @returns the batch as the robot has it: sent twice, it is the first. */
  start(batch: RobotBatch): Promise<RobotBatchState>;
  pause(taskNo: string): Promise<void>;
  resume(taskNo: string): Promise<void>;
  stop(taskNo: string): Promise<void>;
  statusOf(taskNo: string): Promise<RobotBatchState>;
  /** Takes calls back that are not being dialled. @returns those that were */
  withdraw(taskNo: string, callNos: readonly string[]): Promise<readonly string[]>;
  scripts(): Promise<readonly RobotScript[]>;
  /** Of these calls of a batch, those that have ended: each as its callback reports it. */
  reportsOf(taskNo: string, callNos: readonly string[]): Promise<readonly unknown[]>;
}

/** A member of staff and a number, to be joined. `callNo` is our key of it: sent twice, it is dialled once. */
export interface StaffCall {
  readonly callNo: string;
  /** Of the member of staff. */
  readonly extension: string;
  /** 254 and 9 digits. */
  readonly phone: string;
}

/** The exchange that staff call through; it tells each call's end by callback. */
export interface VoiceGateway {
  dial(call: StaffCall): Promise<{ readonly callId: string }>;
}

/** What a browser signs in to the telephone with: for minutes, and for one session. */
export interface LineCredentials {
  /** Where it connects. */
  readonly socketUrl: string;
  readonly domain: string;
  /** The address it is rung at, with the domain. */
  readonly user: string;
  readonly authUser: string;
  readonly password: string;
  readonly expiresAt: Date;
}

/**
 * Calls that a browser makes and takes. It dials a call by our number of it, never a telephone number: whoever carries
 * the call asks us whom it is for.
 */
export interface TelephonyAdapter {
  /** Of the session that calls, the same each time. */
  userOf(userNo: string, sessionId: string): string;
  credentialsFor(user: string, at: Date): LineCredentials;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** In place of the sender that the gateway is set up with. */
  readonly from?: string;
  readonly attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface MailGateway {
  send(mail: Mail): Promise<{ readonly messageId: string }>;
  close(): void;
}

/** What names publish about themselves. */
export interface NameGateway {
  /** The TXT records of a name; none where it has none. @throws GatewayError where no server answers */
  texts(name: string): Promise<string[]>;
}

export interface PushNotice {
  /** What the app on the phone registered with. */
  readonly token: string;
  readonly title: string;
  readonly text: string;
  readonly messageNo: string;
}

export interface PushGateway {
  /** @throws GatewayError REFUSED with the code UNREGISTERED where the app is gone from the phone. */
  send(notice: PushNotice): Promise<{ readonly messageId: string }>;
}

export interface WhatsAppMessage {
  /** 254 and 9 digits. */
  readonly phone: string;
  readonly text: string;
  readonly language: 'en' | 'sw';
  /** Comes back with each report, so that one finds its message though our answer was lost. */
  readonly messageNo: string;
}

export interface WhatsAppGateway {
  send(message: WhatsAppMessage): Promise<{ readonly messageId: string }>;
}

/** A file that is there, and when it came. */
export interface StoredKey {
  readonly key: string;
  readonly changedAt: Date;
}

/**
 * Files by key, `files/ab/…`: uploads, pictures, exports. A file is there whole or not at all, and passes in
 * streams. Beside a provider's there is the server's own folder (`files/folder-store.ts`).
 */
export interface FileStore {
  /** Replaces what is there. What `content` throws passes through, and nothing is changed. */
  write(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Null where there is none. The stream fails where the store does, in its middle too. */
  read(key: string): Promise<Readable | null>;
  /** Nothing where there is none. */
  remove(key: string): Promise<void>;
  /** Those whose keys begin so, in no order. */
  list(prefix: string): AsyncIterable<StoredKey>;
}
