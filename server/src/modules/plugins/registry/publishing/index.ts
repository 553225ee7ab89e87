export { checkContents, MAX_BUDGET_KB, type PublishRules } from './check-package.ts';
export { PUBLISHER_NAME, publisherFiles, publishersBeside, readPublishers, type Publisher } from './publishers.ts';
export { publishPackage, type Published } from './publish.ts';
export { PublishRefusal, UnknownKeyRefusal, type RefusalReason } from './refusal.ts';
export { signManifest } from './signature.ts';
export { verifySigned } from './verify-signed.ts';
