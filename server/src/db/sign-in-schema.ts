import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface MfaBindingTable {
  userNo: string;
  /** Which key sealed the secret. */
  keyId: string;
  secretSealed: Buffer;
  /** The time step of the last code that was accepted: only later ones count. */
  lastStep: number;
  boundAt: InstantDefault;
}

export interface MfaRecoveryCodeTable {
  userNo: string;
  codeHash: Buffer;
  usedAt: InstantOrNull;
}

export interface MfaOfferTable {
  userNo: string;
  qrId: string;
  /** The session or the sign-in step the QR code was shown to; nobody else may use it. */
  holder: string;
  secretSealed: Buffer;
  tries: Generated<number>;
  /** Until then the holder may refresh it without proving who they are again. */
  grantedUntil: Instant;
  expiresAt: Instant;
}

export type StepPurpose = 'VALIDATE_CODE' | 'MFA_CODE' | 'MFA_BIND';

export interface SignInStepTable {
  tokenHash: Buffer;
  userNo: string;
  purpose: StepPurpose;
  /** Of the password that earned the step: another one since then voids it. */
  passwordChangedAt: Instant;
  expiresAt: Instant;
}

export interface ValidateCodeTable {
  userNo: string;
  codeHash: Buffer;
  sentAt: Instant;
  expiresAt: Instant;
}

export interface KnownDeviceTable {
  userNo: string;
  /** SHA-256 of the browser's device cookie. */
  deviceHash: Buffer;
  lastSeenAt: InstantDefault;
  /** Whether a code that was sent reached the person here; else a session began here, and no more. */
  provedByCode: Generated<boolean>;
}

export interface VaultKeyTable {
  isTheOne: Generated<boolean>;
  keyId: string;
  since: InstantDefault;
}

export interface MessageTable {
  messageNo: Generated<string>;
  kind: string;
  channel: 'EMAIL' | 'SMS' | 'PUSH' | 'WHATSAPP' | 'IN_APP';
  userNo: Optional<string>;
  /** An e-mail address, or the phone of the person, on which the app may be. */
  destination: string;
  subject: string;
  /** Null once a message with a code has left. */
  body: Optional<string>;
  isSecret: Generated<boolean>;
  /** UNKNOWN: it left, and nobody said whether it was taken. */
  messageStatus: Generated<'QUEUED' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'FAILED'>;
  attempts: Generated<number>;
  failure: Optional<string>;
  dueAt: InstantDefault;
  /** After that it is of no use to send it. */
  expiresAt: InstantOrNull;
  createdAt: InstantDefault;
  sentAt: InstantOrNull;
  /** When it was last taken to be sent. */
  beganAt: InstantOrNull;
  /** What the gateway calls it. */
  gatewayReference: Optional<string>;
  /** As the gateway's last report had it. */
  deliveryOutcome: Optional<'SENT' | 'DELIVERED' | 'FAILED'>;
  deliveryToldAt: InstantOrNull;
  /** When that was, where the gateway says. */
  vendorAt: InstantOrNull;
  templateCode: Optional<string>;
  templateVersion: Optional<number>;
  /** Of a message to a customer. */
  merchantNo: Optional<string>;
}

/** A file that an e-mail carries, until it has left. */
interface MessageAttachmentTable {
  messageNo: string;
  fileName: string;
  contentType: string;
  content: Buffer;
}

/** Tables of sign-in's second steps and of messages; `Schema` extends this. */
export interface SignInSchema {
  messageAttachment: MessageAttachmentTable;
  mfaBinding: MfaBindingTable;
  mfaRecoveryCode: MfaRecoveryCodeTable;
  mfaOffer: MfaOfferTable;
  signInStep: SignInStepTable;
  validateCode: ValidateCodeTable;
  knownDevice: KnownDeviceTable;
  vaultKey: VaultKeyTable;
  message: MessageTable;
}
