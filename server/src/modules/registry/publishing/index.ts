export type { PublishRules } from './check-package.ts';
export { publisherFile, publishersBeside, readPublishers, type Publisher } from './publishers.ts';
export { publishPackage, type Published } from './publish.ts';
export { PublishRefusal, type RefusalReason } from './refusal.ts';
export { packageSignature, signManifest, type PackageSignature } from './signature.ts';
export { verifySigned } from './verify-signed.ts';
export { LIMITS } from './unpack.ts';
