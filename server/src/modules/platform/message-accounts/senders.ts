import type { GatewaySettings } from '../../../config/gateway-settings.ts';
import type { Queryable } from '../../../db/database.ts';
import {
  createFcmClient,
  createWhatsAppClient,
  GatewayError,
  type Gateways,
  type MailGateway,
  openMailClient,
  type PushGateway,
  serviceAccountOf,
  type WhatsAppGateway,
} from '../gateways/index.ts';
import type { Vault } from '../vault/index.ts';
import { type AppMessage, type MessageAccount, ownerOfSecret } from './account.ts';

const TIMEOUT_MS = 30_000;

type Client =
  | { readonly is: 'mail'; readonly mail: MailGateway }
  | { readonly is: 'push'; readonly push: PushGateway }
  | { readonly is: 'whatsApp'; readonly whatsApp: WhatsAppGateway };

/** Hands messages to the adapter of an account's channel. Clients are made once for each version of an account. */
export function createSenders(options: {
  readonly gateways: Pick<Gateways, 'mail'>;
  readonly settings: Pick<GatewaySettings, 'push' | 'whatsApp'>;
  readonly vault: Vault | null;
}) {
  const { gateways, settings, vault } = options;
  const clients = new Map<string, Client>();

  /** @throws GatewayError REFUSED with the code KEY where there is none, or none that can be read */
  function secretOf({ accountCode, sealedSecret }: MessageAccount): string {
    if (!vault || !sealedSecret) throw new GatewayError('REFUSED', 'the account has no key', { code: 'KEY' });
    return vault.open(sealedSecret, ownerOfSecret(accountCode)).toString('utf8');
  }

  async function make(account: MessageAccount): Promise<Client> {
    const { channelType, endpointUrl, userName, sender, phoneNumberId, whatsAppTemplate } = account;
    if (channelType === 'EMAIL' && endpointUrl !== null) {
      const url = new URL(endpointUrl);
      url.username = encodeURIComponent(userName ?? '');
      url.password = encodeURIComponent(secretOf(account));
      return { is: 'mail', mail: await openMailClient({ url: url.href, from: sender, timeoutMs: TIMEOUT_MS }) };
    }
    if (channelType === 'EMAIL') {
      if (!gateways.mail) throw new GatewayError('NOT_SENT', 'the server has no e-mail gateway');
      return { is: 'mail', mail: gateways.mail };
    }
    if (channelType === 'PUSH') {
      const key = serviceAccountOf(secretOf(account));
      if (!key) throw new GatewayError('REFUSED', 'the key file cannot be read', { code: 'KEY' });
      return { is: 'push', push: createFcmClient({ ...settings.push, key, timeoutMs: TIMEOUT_MS }) };
    }
    return {
      is: 'whatsApp',
      whatsApp: createWhatsAppClient({
        ...settings.whatsApp,
        phoneNumberId: phoneNumberId ?? '',
        templateName: whatsAppTemplate ?? '',
        accessToken: secretOf(account),
        timeoutMs: TIMEOUT_MS,
      }),
    };
  }

  async function clientOf(account: MessageAccount): Promise<Client> {
    const key = `${account.accountCode} ${account.version}`;
    const known = clients.get(key);
    if (known) return known;
    const made = await make(account);
    // The server's own gateway may be another one by the next message.
    if (account.channelType !== 'EMAIL' || account.endpointUrl !== null) clients.set(key, made);
    return made;
  }

  return {
    /** @returns what the gateway calls it. @throws GatewayError as a gateway does */
    async send(account: MessageAccount, message: AppMessage, on: Queryable): Promise<{ readonly reference: string }> {
      if (account.channelType === 'IN_APP') return await putIntoInbox(account, message, on);
      const client = await clientOf(account);
      const { destination, subject, body, sourceNo, attachments = [] } = message;
      switch (client.is) {
        case 'mail': {
          const mail = { to: destination, subject, text: body, from: account.sender, attachments };
          return { reference: (await client.mail.send(mail)).messageId };
        }
        case 'whatsApp': {
          const language = await languageOf(on, message);
          const said = { phone: destination, text: body, language, messageNo: sourceNo };
          return { reference: (await client.whatsApp.send(said)).messageId };
        }
        case 'push':
          return await push(client.push, message, on);
      }
    },
  };
}

/** In the language that a customer is written to; the account's template has both. */
async function languageOf(on: Queryable, { merchantNo, destination }: AppMessage): Promise<'en' | 'sw'> {
  const customer = await on
    .selectFrom('customer')
    .select('speakingLanguage')
    .where('merchantNo', '=', merchantNo ?? '')
    .where('phone', '=', destination)
    .executeTakeFirst();
  return customer && customer.speakingLanguage !== 'en' ? 'sw' : 'en';
}

/** To the phone on which the person last signed in; to the one before only where the app is gone from that. */
async function push(gateway: PushGateway, message: AppMessage, on: Queryable): Promise<{ readonly reference: string }> {
  const { merchantNo, destination, subject, body, sourceNo } = message;
  const devices = await on
    .selectFrom('appDevice')
    .select('token')
    .where('merchantNo', '=', merchantNo ?? '')
    .where('phone', '=', destination)
    .orderBy('registeredAt', 'desc')
    .limit(5)
    .execute();
  for (const { token } of devices) {
    try {
      const sent = await gateway.send({ token, title: subject, text: body, messageNo: sourceNo });
      return { reference: sent.messageId };
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'UNREGISTERED') throw error;
      await on
        .deleteFrom('appDevice')
        .where('merchantNo', '=', merchantNo ?? '')
        .where('token', '=', token)
        .execute();
    }
  }
  throw new GatewayError('REFUSED', 'the app is on no phone of this number', { code: 'NO_DEVICE' });
}

/** Written once, however often it is tried. */
async function putIntoInbox(
  { sender, merchantNo }: MessageAccount,
  { destination: phone, subject: title, body, sourceNo: messageNo }: AppMessage,
  on: Queryable,
): Promise<{ readonly reference: string }> {
  await on
    .insertInto('inAppMessage')
    .values({ messageNo, merchantNo: merchantNo ?? '', phone, sender, title, body })
    .onConflict((conflict) => conflict.column('messageNo').doNothing())
    .execute();
  return { reference: `in-app ${messageNo}` };
}
