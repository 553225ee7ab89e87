import { constants, publicEncrypt } from 'node:crypto';

/**
 * The initiator's password as Daraja takes it: encrypted with M-Pesa's certificate, RSA with PKCS #1 v1.5
 * padding, in base64.
 * @param certificate PEM of the certificate or of its public key.
 */
export function securityCredential(initiatorPassword: string, certificate: string): string {
  return publicEncrypt(
    { key: certificate, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(initiatorPassword, 'utf8'),
  ).toString('base64');
}
