import type { Sandbox } from '../../sandbox/src/index.ts';

/** The environment of a server whose M-Pesa is this sandbox. */
export function mpesaEnvironment({ url, mpesa }: Pick<Sandbox, 'url' | 'mpesa'>) {
  return {
    MPESA_URL: url,
    MPESA_CONSUMER_KEY: mpesa.consumerKey,
    MPESA_CONSUMER_SECRET: mpesa.consumerSecret,
    MPESA_PAYBILL: mpesa.paybill,
    MPESA_PASSKEY: mpesa.passkey,
    MPESA_PAYOUT_SHORT_CODE: mpesa.payoutShortCode,
    MPESA_INITIATOR_NAME: mpesa.initiatorName,
    MPESA_INITIATOR_PASSWORD: mpesa.initiatorPassword,
    MPESA_CERTIFICATE: mpesa.certificate,
  };
}
