import type { GatewaySettings } from '../../../config/gateway-settings.ts';
import { createBankClient } from './bank/bank-client.ts';
import type { MailOptions } from './mail/smtp.ts';
import { createMpesaClient } from './mpesa/client.ts';
import type {
  BankGateway,
  FileStore,
  MailGateway,
  MoneyGateway,
  NameGateway,
  OwnAccount,
  RobotGateway,
  SmsGateway,
  TelephonyAdapter,
  VoiceGateway,
} from './ports.ts';
import { createNameClient } from './names/name-client.ts';
import { createRobotClient } from './robot/robot-client.ts';
import { createSmsClient } from './sms/africas-talking.ts';
import { createSipTelephony } from './telephony/sip-edge.ts';
import { createAfricasTalkingVoice } from './voice/africas-talking-voice.ts';
import { createVoiceClient } from './voice/voice-client.ts';

declare module '../../../engine.ts' {
  interface Engine {
    readonly gateways: Gateways;
  }
}

/** The numbers of our accounts with the channel. */
export type OwnShortCodes = Readonly<Record<OwnAccount, string>>;

/** The world outside, as far as it is set up; null is a gateway that this station does not have. */
export interface Gateways {
  readonly money: MoneyGateway | null;
  /** Payouts to bank accounts. */
  readonly bank: BankGateway | null;
  /** What results and confirmations are compared with; null without a money gateway. */
  readonly shortCodes: OwnShortCodes | null;
  readonly sms: SmsGateway | null;
  readonly robot: RobotGateway | null;
  readonly voice: VoiceGateway | null;
  /** Calls in the browser; where it is there, people call through it and not through `voice`. */
  readonly telephony: TelephonyAdapter | null;
  /** What scorers are asked through; null: each at its own address. */
  readonly scorer: { readonly url: string; readonly apiKey: string } | null;
  readonly mail: MailGateway | null;
  readonly objects: FileStore | null;
  readonly names: NameGateway;
  close(): void;
}

const TIMEOUT_MS = 30_000;

/** Any SMTP server, as an account names it. The client library is loaded with the first. */
export async function openMailClient(options: MailOptions): Promise<MailGateway> {
  return (await import('./mail/smtp.ts')).createMailClient(options);
}

/** Makes the adapters; nothing is called yet. Large client libraries are loaded where they are used. */
export async function openGateways(settings: GatewaySettings, timeoutMs = TIMEOUT_MS): Promise<Gateways> {
  const base = `${settings.publicUrl}/gateway/${settings.callbackSecret}`;
  const { mpesa, bank, sms, robot, voice, atVoice, sip, scorer, mail, objects } = settings;
  const mailClient = mail ? await openMailClient({ ...mail, timeoutMs }) : null;
  const store = objects ? (await import('./objects/s3.ts')).createS3Store({ ...objects, timeoutMs }) : null;
  return {
    money: mpesa ? createMpesaClient({ ...mpesa, callbackUrl: `${base}/mpesa`, timeoutMs }) : null,
    bank: bank ? createBankClient({ ...bank, callbackUrl: `${base}/bank/report`, timeoutMs }) : null,
    shortCodes: mpesa ? { PAYBILL: mpesa.paybill, FLOAT: mpesa.payoutShortCode } : null,
    sms: sms ? createSmsClient({ ...sms, timeoutMs }) : null,
    robot: robot ? createRobotClient({ ...robot, callbackUrl: `${base}/robot/call`, timeoutMs }) : null,
    voice: voice
      ? createVoiceClient({ ...voice, callbackUrl: `${base}/voice/call`, timeoutMs })
      : atVoice
        ? createAfricasTalkingVoice({ ...atVoice, timeoutMs })
        : null,
    telephony: sip ? createSipTelephony(sip) : null,
    scorer: scorer ?? null,
    mail: mailClient,
    objects: store,
    names: createNameClient(settings.nameServers),
    close: () => {
      mailClient?.close();
      store?.close();
    },
  };
}
