export * from './endpoint.ts';
export * from './envelope.ts';
export * from './error-catalogue.ts';
export * from './host-manifest.ts';
export * from './plugin-manifest.ts';
export * from './registry-file.ts';
export * from './bootstrap.ts';
export * as auth from './auth.contract.ts';
