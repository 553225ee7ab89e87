// Plain JavaScript without dependencies: runs before anything is installed, on whatever Node there is.

export const OLDEST_NODE = 20;

/** Why this Node cannot be used, or undefined. */
export function nodeVersionFault(version) {
  const major = Number(/^v?(\d+)\./.exec(version)?.[1]);
  if (major >= OLDEST_NODE) return undefined;
  return `Kituo needs Node ${OLDEST_NODE} or newer to install itself; this is Node ${version}. Get a current one from https://nodejs.org and run the command again.`;
}
