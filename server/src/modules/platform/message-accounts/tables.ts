import type { messageAccount, messageNodes } from '@kituo/sdk/contracts';
import type { Generated, GeneratedAlways } from 'kysely';
import type * as z from 'zod/mini';
import type { Instant, InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

interface MessageAccountTable {
  accountCode: string;
  /** Null for the console, which writes to staff. */
  merchantNo: Optional<string>;
  appId: GeneratedAlways<string>;
  channelType: messageNodes.MessageChannel;
  sender: string;
  isDefault: boolean;
  dailyCap: number;
  quietFrom: Optional<string>;
  quietTo: Optional<string>;
  smsAccountCode: Optional<string>;
  endpointUrl: Optional<string>;
  userName: Optional<string>;
  phoneNumberId: Optional<string>;
  whatsAppTemplate: Optional<string>;
  certificateExpiresOn: Optional<string>;
  /** Sealed for this account. */
  sealedSecret: Optional<Buffer>;
  isEnabled: Generated<boolean>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

/** A domain that e-mail is sent from, as its name server was found. */
interface MessageDomainTable {
  domain: string;
  domainState: Exclude<messageAccount.DomainState, 'UNCHECKED'>;
  checkedAt: Instant;
}

/** One try to send one message by one account. */
interface MessageSendingTable {
  sendingId: GeneratedAlways<number>;
  at: InstantDefault;
  accountCode: string;
  source: 'MESSAGE' | 'CONTACT' | 'TEST';
  sourceNo: string;
  outcome: z.output<typeof messageAccount.sendingOutcome>;
  reference: Optional<string>;
  fault: Optional<string>;
  delivery: Optional<z.output<typeof messageAccount.messageDelivery>>;
  /** When that was, where the provider says. */
  vendorAt: InstantOrNull;
}

interface AppDeviceTable {
  merchantNo: string;
  token: string;
  phone: string;
  os: 'ANDROID' | 'IOS';
  registeredAt: InstantDefault;
}

interface InAppMessageTable {
  messageNo: string;
  merchantNo: string;
  phone: string;
  sender: string;
  title: string;
  body: string;
  arrivedAt: InstantDefault;
  readAt: InstantOrNull;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    messageAccount: MessageAccountTable;
    messageSending: MessageSendingTable;
    messageDomain: MessageDomainTable;
    appDevice: AppDeviceTable;
    inAppMessage: InAppMessageTable;
  }
}
