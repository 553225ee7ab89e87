import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/src/index.ts';
import type { GatewaySettings } from '../../server/src/config/gateway-settings.ts';
import type { Settings } from '../../server/src/config/settings.ts';
import { senderProof } from '../../server/src/modules/platform/message-accounts/index.ts';
import { freePort } from '../../server/src/free-port.ts';

/** The world that demonstration plays in: a little slow, as people expect it. */
const BEHAVIOUR = { replyDelayMs: 50, callbackDelayMs: 400, callbackSpreadMs: 800 };

/**
 * Starts the gateways' sandbox and answers settings that use it: M-Pesa, SMS, robot, telephone, e-mail, push, WhatsApp,
 * file store. What
 * it remembers lies below the data folder, so a payout of before a restart can still be asked about.
 */
export async function withSandbox(
  settings: Settings,
): Promise<{ readonly settings: Settings; readonly sandbox: Sandbox }> {
  // Gateways need an address to call back before the system would have chosen the port.
  const port = settings.port === 0 ? await freePort(settings.host) : settings.port;
  const dataDir = join(settings.dataDir, 'sandbox');
  const sandbox = await startSandbox({ dataDir, behaviour: BEHAVIOUR });
  // Whoever tries things out, such as a journey, asks the sandbox for bad luck by this address.
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'address'), sandbox.url);
  const host = settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host;
  const gateways: GatewaySettings = {
    publicUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    callbackSecret: randomBytes(24).toString('base64url'),
    mpesa: { url: sandbox.url, ...sandbox.mpesa },
    bank: { url: `${sandbox.url}/bank/v1`, apiKey: sandbox.bankKey },
    sms: { url: sandbox.url, ...sandbox.sms },
    // It plays Africa's Talking, which signs nothing.
    smsReportKey: undefined,
    robot: { url: sandbox.url, apiKey: sandbox.robotKey },
    voice: { url: sandbox.url, apiKey: sandbox.voiceKey },
    atVoice: undefined,
    sip: sandbox.sip,
    callbackStandIn: `${sandbox.url}/partners`,
    recordingHosts: settings.gateways.recordingHosts,
    scorer: { url: sandbox.url, apiKey: sandbox.scorerKey },
    mail: { url: sandbox.smtpUrl, from: 'Kituo <no-reply@kituo.example>' },
    push: { url: sandbox.url, tokenUrl: `${sandbox.url}/token` },
    whatsApp: { url: `${sandbox.url}/v23.0` },
    // A store that somebody set up keeps files that must outlive the sandbox.
    objects: settings.gateways.objects ?? { url: sandbox.storeUrl, ...sandbox.store },
    nameServers: [sandbox.nameServer],
  };
  // Whoever owns a domain under `.example` has published what the console wants of it, but for `unverified.example`.
  sandbox.names.otherwise = (name) => {
    const domain = /^_kituo\.((?:.+\.)?(?!unverified\.)[^.]+\.example)$/.exec(name)?.[1];
    return domain === undefined ? undefined : senderProof(domain, gateways.publicUrl).text;
  };
  sandbox.whatsApp.reportUrl = `${gateways.publicUrl}/gateway/${gateways.callbackSecret}/whatsapp/status`;
  sandbox.messages.reportUrl = `${gateways.publicUrl}/gateway/${gateways.callbackSecret}/sms/delivery`;
  sandbox.telephone.address = `${gateways.publicUrl}/gateway/${gateways.callbackSecret}/sip`;
  return { settings: { ...settings, port, gateways }, sandbox };
}
