import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** How the world outside is reached. Secrets come from the environment and are never logged. */
export interface GatewaySettings {
  /** `KITUO_PUBLIC_URL`: where gateways reach this server, without a slash at the end. */
  readonly publicUrl: string;
  /** `KITUO_CALLBACK_SECRET`: the part of callback addresses that only our gateways know. */
  readonly callbackSecret: string;
  readonly mpesa: MpesaSettings | undefined;
  /** Where payments to bank accounts go out. */
  readonly bank: { readonly url: string; readonly apiKey: string } | undefined;
  readonly sms: SmsSettings | undefined;
  /** `SMS_REPORT_KEY`: what the SMS provider signs its reports and replies with, where it signs them. */
  readonly smsReportKey: string | undefined;
  readonly robot: { readonly url: string; readonly apiKey: string } | undefined;
  /** The telephone exchange that staff call through. */
  readonly voice: { readonly url: string; readonly apiKey: string } | undefined;
  /** Africa's Talking in its place. */
  readonly atVoice: VoiceAccount | undefined;
  /** The SIP edge that browsers call through; with it the exchange above is not asked to ring extensions. */
  readonly sip: SipSettings | undefined;
  /** `RECORDING_HOSTS`: where exchanges keep recordings beside their own hosts, without `https://`. */
  readonly recordingHosts: readonly string[];
  /** `CALLBACK_STAND_IN_URL`: stands in for partners' addresses under `.example`, which nobody owns. */
  readonly callbackStandIn: string | undefined;
  /** The door that scorers are asked through; without it each at its own address. */
  readonly scorer: { readonly url: string; readonly apiKey: string } | undefined;
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** Where the apps' own accounts send to; who sends, the accounts say. */
  readonly push: { readonly url: string; readonly tokenUrl: string };
  readonly whatsApp: { readonly url: string };
  readonly objects: ObjectSettings | undefined;
  /** `DNS_SERVERS`: `host:port` asked for what senders' domains publish; the system's own where none is named. */
  readonly nameServers: readonly string[];
}

export interface VoiceAccount {
  readonly url: string;
  readonly username: string;
  readonly apiKey: string;
  /** Our virtual number: +254… */
  readonly from: string;
}

export interface SipSettings {
  /** Where browsers connect: SIP over WebSocket. */
  readonly url: string;
  /** The right-hand side of addresses. */
  readonly domain: string;
  /** Shared with the edge: passwords of a few minutes are made with it. */
  readonly secret: string;
}

export interface MpesaSettings {
  readonly url: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly paybill: string;
  readonly passkey: string;
  readonly payoutShortCode: string;
  readonly initiatorName: string;
  readonly initiatorPassword: string;
  /** PEM. */
  readonly certificate: string;
}

export interface SmsSettings {
  readonly url: string;
  readonly username: string;
  readonly apiKey: string;
  readonly sender: string;
}

export interface ObjectSettings {
  readonly url: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface Problem {
  readonly name: string;
  readonly found: string;
  readonly expected: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A gateway's variables: all of them or none. `MPESA_CERTIFICATE` names a PEM file. */
const GROUPS = {
  mpesa: {
    url: 'MPESA_URL',
    consumerKey: 'MPESA_CONSUMER_KEY',
    consumerSecret: 'MPESA_CONSUMER_SECRET',
    paybill: 'MPESA_PAYBILL',
    passkey: 'MPESA_PASSKEY',
    payoutShortCode: 'MPESA_PAYOUT_SHORT_CODE',
    initiatorName: 'MPESA_INITIATOR_NAME',
    initiatorPassword: 'MPESA_INITIATOR_PASSWORD',
    certificate: 'MPESA_CERTIFICATE',
  },
  bank: { url: 'BANK_URL', apiKey: 'BANK_API_KEY' },
  sms: { url: 'SMS_URL', username: 'SMS_USERNAME', apiKey: 'SMS_API_KEY', sender: 'SMS_SENDER' },
  robot: { url: 'ROBOT_URL', apiKey: 'ROBOT_API_KEY' },
  voice: { url: 'VOICE_URL', apiKey: 'VOICE_API_KEY' },
  atVoice: {
    url: 'AT_VOICE_URL',
    username: 'AT_VOICE_USERNAME',
    apiKey: 'AT_VOICE_API_KEY',
    from: 'AT_VOICE_FROM',
  },
  sip: { url: 'SIP_WS_URL', domain: 'SIP_DOMAIN', secret: 'SIP_SECRET' },
  scorer: { url: 'SCORER_URL', apiKey: 'SCORER_API_KEY' },
  mail: { url: 'SMTP_URL', from: 'MAIL_FROM' },
  objects: {
    url: 'S3_URL',
    region: 'S3_REGION',
    bucket: 'S3_BUCKET',
    accessKeyId: 'S3_ACCESS_KEY_ID',
    secretAccessKey: 'S3_SECRET_ACCESS_KEY',
  },
} as const;

/** The providers' own addresses, unless another one stands in for them. */
const PROVIDERS = {
  FCM_URL: 'https://fcm.googleapis.com',
  FCM_TOKEN_URL: 'https://oauth2.googleapis.com/token',
  WHATSAPP_URL: 'https://graph.facebook.com/v23.0',
} as const;

/** Gateways that tell us of an end later, to an address that must outlive this process. */
const CALLS_BACK = {
  'M-Pesa': GROUPS.mpesa.url,
  'the bank': GROUPS.bank.url,
  SMS: GROUPS.sms.url,
  'the robot': GROUPS.robot.url,
  'the telephone exchange': GROUPS.voice.url,
  "Africa's Talking voice": GROUPS.atVoice.url,
  'the SIP edge': GROUPS.sip.url,
};

/** Reads what is set; tells through `report` of every variable that is missing or wrong. */
export function readGatewaySettings(
  env: Environment,
  ownUrl: string,
  report: (problem: Problem) => void,
): GatewaySettings {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const group = <Field extends string>(names: Readonly<Record<Field, string>>) => {
    const entries = Object.entries<string>(names).map(([field, name]) => [field, name, text(name)]);
    const isNone = entries.every(([, , value]) => value === undefined);
    if (isNone) return undefined;
    for (const [, name = '', value] of entries) {
      if (value === undefined) {
        report({ name, found: 'nothing', expected: 'a value, as others of its gateway are set' });
      }
    }
    // Each field of the group is in `names`; what is missing was reported, and ends the start.
    return Object.fromEntries(entries.map(([field, , value]) => [field, value ?? ''])) as Record<Field, string>;
  };
  const url = (name: string, value: string, schemes: readonly string[]): string => {
    if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol)) {
      const expected = schemes.map((scheme) => `${scheme}//…`).join(' or ');
      report({ name, found: 'no such address', expected });
    }
    return value.replace(/\/+$/, '');
  };
  const web = ['https:', 'http:'];
  const withUrl = <T extends { readonly url: string }>(value: T | undefined, name: string) =>
    value && { ...value, url: url(name, value.url, web) };

  const providerUrl = (name: keyof typeof PROVIDERS) => url(name, text(name) ?? PROVIDERS[name], web);

  const hosts = (name: string): string[] => {
    const named = (text(name) ?? '').split(',').flatMap((one) => one.trim().toLowerCase() || []);
    const wrong = named.find((one) => !/^[a-z\d.-]+(:\d+)?$/.test(one));
    if (wrong !== undefined)
      report({ name, found: `"${wrong}"`, expected: 'hosts without https://, with commas between' });
    return named;
  };

  const publicUrl = text('KITUO_PUBLIC_URL');
  const standIn = text('CALLBACK_STAND_IN_URL');
  const mpesa = withUrl(group(GROUPS.mpesa), 'MPESA_URL');
  const mail = group(GROUPS.mail);
  const sip = group(GROUPS.sip);
  const secret = text('KITUO_CALLBACK_SECRET');
  if (secret !== undefined && !/^[\w-]{24,200}$/.test(secret)) {
    report({
      name: 'KITUO_CALLBACK_SECRET',
      found: `${secret.length} characters`,
      expected: '24 to 200 letters, digits, - or _',
    });
  }
  const callers = Object.entries(CALLS_BACK).filter(([, name]) => text(name) !== undefined);
  if (callers.length > 0 && secret === undefined) {
    report({
      name: 'KITUO_CALLBACK_SECRET',
      found: 'nothing',
      expected: `a secret, as ${callers.map(([gateway]) => gateway).join(', ')} calls back`,
    });
  }
  return {
    publicUrl: publicUrl === undefined ? ownUrl : url('KITUO_PUBLIC_URL', publicUrl, web),
    // Without gateways nobody calls back: any secret nobody knows keeps the door shut.
    callbackSecret: secret ?? randomBytes(24).toString('base64url'),
    mpesa: mpesa && { ...mpesa, certificate: pemOf(mpesa.certificate, report) },
    bank: withUrl(group(GROUPS.bank), 'BANK_URL'),
    sms: withUrl(group(GROUPS.sms), 'SMS_URL'),
    smsReportKey: text('SMS_REPORT_KEY'),
    robot: withUrl(group(GROUPS.robot), 'ROBOT_URL'),
    voice: withUrl(group(GROUPS.voice), 'VOICE_URL'),
    atVoice: withUrl(group(GROUPS.atVoice), 'AT_VOICE_URL'),
    sip: sip && { ...sip, url: url('SIP_WS_URL', sip.url, ['wss:', 'ws:']) },
    recordingHosts: hosts('RECORDING_HOSTS'),
    callbackStandIn: standIn === undefined ? undefined : url('CALLBACK_STAND_IN_URL', standIn, web),
    scorer: withUrl(group(GROUPS.scorer), 'SCORER_URL'),
    mail: mail && { ...mail, url: url('SMTP_URL', mail.url, ['smtp:', 'smtps:']) },
    push: { url: providerUrl('FCM_URL'), tokenUrl: providerUrl('FCM_TOKEN_URL') },
    whatsApp: { url: providerUrl('WHATSAPP_URL') },
    objects: withUrl(group(GROUPS.objects), 'S3_URL'),
    nameServers: hosts('DNS_SERVERS'),
  };
}

/** The PEM itself, or the file that holds it. */
function pemOf(value: string, report: (problem: Problem) => void): string {
  if (value.startsWith('-----BEGIN') || value === '') return value;
  try {
    return readFileSync(value, 'utf8');
  } catch {
    const expected = 'a PEM file that can be read';
    report({ name: 'MPESA_CERTIFICATE', found: `"${value}"`, expected });
    return '';
  }
}
