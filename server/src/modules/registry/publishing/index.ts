export { checkContents, MAX_BUDGET_KB, type PublishRules } from './check-package.ts';
export { PUBLISHER_NAME, publishersBeside, readPublishers, type Publisher } from './publishers.ts';
export { publishPackage, type Published } from './publish.ts';
export { PublishRefusal, type RefusalReason } from './refusal.ts';
export { signManifest } from './signature.ts';
export { verifySigned } from './verify-signed.ts';
