import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { Bank, BANK_KEY } from './bank.ts';
import { AT_VOICE_ACCOUNT, AtVoice } from './at-voice.ts';
import { type Behaviour, type Mishap, World } from './behaviour.ts';
import { Deliveries } from './deliver.ts';
import { MailSandbox } from './mail.ts';
import { MpesaBook } from './mpesa-book.ts';
import { Mpesa, type MpesaAccount } from './mpesa.ts';
import { STORE_ACCOUNT } from './object-signature.ts';
import { Names } from './names.ts';
import { ObjectStoreSandbox } from './object-store.ts';
import { Partners } from './partners.ts';
import { Push } from './push.ts';
import { Robot, ROBOT_KEY } from './robot.ts';
import { Scorer, SCORER_KEY } from './scorer.ts';
import { SIP_ACCOUNT, SipExchange } from './sip/exchange.ts';
import { toneRecording } from './sip/recording.ts';
import { Sms, SMS_ACCOUNT } from './sms.ts';
import { Voice, VOICE_KEY } from './voice.ts';
import { WhatsApp } from './whatsapp.ts';

export type { Behaviour } from './behaviour.ts';
export type { ReceivedMail } from './mail.ts';
export type { Transaction } from './mpesa-book.ts';
export type { PartnerNotice } from './partners.ts';
export { signReport } from './report-signature.ts';
export type { SentSms } from './sms.ts';
export { WHATSAPP_ACCOUNT } from './whatsapp.ts';

export interface SandboxOptions {
  readonly host?: string;
  /** What M-Pesa and the file store remember lies here; in memory where there is none. */
  readonly dataDir?: string;
  readonly behaviour?: Partial<Behaviour>;
  /** Of the dice: the same seed, the same luck. */
  readonly seed?: number;
}

/** The world outside, on this machine: every gateway's own wire format, with as much bad luck as requested. */
export interface Sandbox {
  /** M-Pesa, SMS, push, WhatsApp, robot, telephone exchange and scorer. */
  readonly url: string;
  readonly storeUrl: string;
  readonly smtpUrl: string;
  /** `host:port` of the name server. */
  readonly nameServer: string;
  readonly mpesa: MpesaAccount;
  readonly sms: typeof SMS_ACCOUNT;
  readonly robot: Robot;
  readonly robotKey: string;
  readonly voiceKey: string;
  /** Where browsers call through, with what it shares with those who set it up. */
  readonly sip: typeof SIP_ACCOUNT & { readonly url: string };
  readonly scorerKey: string;
  readonly bankKey: string;
  readonly store: typeof STORE_ACCOUNT;
  /** What was done out there. */
  readonly book: MpesaBook;
  readonly bank: Bank;
  readonly messages: Sms;
  readonly calls: Voice;
  readonly telephone: SipExchange;
  readonly atVoice: AtVoice;
  readonly atVoiceAccount: typeof AT_VOICE_ACCOUNT;
  readonly mail: MailSandbox;
  readonly names: Names;
  readonly push: Push;
  readonly whatsApp: WhatsApp;
  readonly objects: ObjectStoreSandbox;
  change(behaviour: Partial<Behaviour>): void;
  behaviour(): Behaviour;
  /** How often each mishap came about since the start. */
  happened(): ReadonlyMap<Mishap, number>;
  /** A customer pays to the paybill. Shillings as text. */
  payIn: Mpesa['payIn'];
  /** Resolves when no callback is under way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the gateways' sandbox on free ports. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', dataDir, behaviour = {}, seed = 1 } = options;
  const world = new World(behaviour, seed);
  const deliveries = new Deliveries(world);
  const book = new MpesaBook(dataDir === undefined ? undefined : join(dataDir, 'mpesa.jsonl'));
  const mpesa = new Mpesa(world, deliveries, book);
  const bank = new Bank(world, deliveries);
  const messages = new Sms(world, deliveries);
  const calls = new Voice(world, deliveries);
  const telephone = new SipExchange(world, deliveries);
  const atVoice = new AtVoice(world, deliveries);
  const mail = new MailSandbox(world);
  const names = new Names();
  const push = new Push(world);
  const partners = new Partners(world);
  const whatsApp = new WhatsApp(world, deliveries);
  const objectsDir = dataDir === undefined ? undefined : join(dataDir, 'objects');
  const objects = new ObjectStoreSandbox(world, objectsDir);

  const gateways = Fastify({ forceCloseConnections: true });
  gateways.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  mpesa.register(gateways);
  bank.register(gateways);
  messages.register(gateways);
  calls.register(gateways);
  atVoice.register(gateways);
  push.register(gateways);
  partners.register(gateways);
  whatsApp.register(gateways);
  const robot = new Robot(world, deliveries);
  robot.register(gateways);
  new Scorer(world).register(gateways);
  telephone.listen(gateways.server);
  registerControl(gateways, { world, mpesa, telephone, messages });
  const storeHttp = Fastify({ forceCloseConnections: true });
  objects.register(storeHttp);

  gateways.get<{ Params: { file: string } }>('/recordings/:file', async (request, reply) => {
    const callNo = request.params.file.replace(/\.wav$/, '');
    if (!telephone.recorded.has(callNo) && !robot.recorded.has(callNo)) return await reply.status(404).send();
    return await reply.type('audio/wav').send(toneRecording());
  });
  const url = await gateways.listen({ host, port: 0 });
  telephone.recordingsAt = `${url}/recordings`;
  robot.recordingsAt = telephone.recordingsAt;
  const storeUrl = await storeHttp.listen({ host, port: 0 });
  const smtpUrl = `smtp://${host}:${await mail.listen(0, host)}`;
  const nameServer = `${host}:${await names.listen(host)}`;
  return {
    url,
    storeUrl,
    smtpUrl,
    nameServer,
    mpesa: mpesa.account,
    sms: SMS_ACCOUNT,
    robot,
    robotKey: ROBOT_KEY,
    voiceKey: VOICE_KEY,
    sip: { ...SIP_ACCOUNT, url: `${url.replace(/^http/, 'ws')}/sip` },
    scorerKey: SCORER_KEY,
    bankKey: BANK_KEY,
    store: STORE_ACCOUNT,
    book,
    bank,
    messages,
    calls,
    telephone,
    atVoice,
    atVoiceAccount: AT_VOICE_ACCOUNT,
    mail,
    names,
    push,
    whatsApp,
    objects,
    change: (changes) => world.change(changes),
    behaviour: () => world.behaviour,
    happened: () => world.happened,
    payIn: (payment) => mpesa.payIn(payment),
    settled: () => deliveries.settled(),
    close: async () => {
      telephone.close();
      names.close();
      await deliveries.close();
      await Promise.all([gateways.close(), storeHttp.close(), mail.close()]);
    },
  };
}

/** For whoever tries things out: how reliable the world is, whose texts it refuses, a customer who pays or rings. */
function registerControl(
  app: FastifyInstance,
  outside: { readonly world: World; readonly mpesa: Mpesa; readonly telephone: SipExchange; readonly messages: Sms },
): void {
  const { world, mpesa, telephone, messages } = outside;
  app.post<{ Body: { senders: readonly string[] } }>('/sandbox/refused-senders', async ({ body }) => {
    messages.refusedSenders.clear();
    for (const sender of body.senders) messages.refusedSenders.add(sender);
    return { senders: [...messages.refusedSenders] };
  });
  app.get('/sandbox/behaviour', async () => world.behaviour);
  app.post<{ Body: Partial<Behaviour> }>('/sandbox/behaviour', async ({ body }) => {
    world.change(body);
    return world.behaviour;
  });
  app.post<{ Body: { phone: string; amount: string; reference: string } }>(
    '/sandbox/pay',
    async ({ body }) => await mpesa.payIn(body),
  );
  app.post<{ Body: { from: string; to: string } }>('/sandbox/call-in', async ({ body }) => ({
    callNo: await telephone.callIn(body),
  }));
}
