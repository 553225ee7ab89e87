import type { FastifyInstance } from 'fastify';

/** What every reply may do in a browser; a document adds where this session tries plugins from, and the telephone. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  // Recordings are read with the session and played from memory.
  'media-src blob:',
  "connect-src 'self'",
  "font-src 'self'",
  "worker-src 'self'",
  // Frames of isolated plugins: by this alone such a frame cannot be led elsewhere.
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * The policy of a document. `trialOrigins` are those of plugins that this very session tries from a developer's
 * machine: scripts, styles, pictures and texts may come from there, and from nowhere else. `socketUrl` is where calls
 * are made through: a connection and nothing else.
 */
export function documentPolicy(trialOrigins: readonly string[], socketUrl?: string): string {
  const trials = trialOrigins.map((origin) => ` ${origin}`).join('');
  const opened = policy.replaceAll(/((?:script|style|img|connect|font)-src [^;]+)/g, `$1${trials}`);
  return socketUrl === undefined ? opened : opened.replace(/connect-src [^;]+/, `$& ${new URL(socketUrl).origin}`);
}

/** What a document may use of the machine: its microphone where people call from the browser. */
export const deviceRights = (hasTelephone: boolean): string =>
  `camera=(), geolocation=(), microphone=(${hasTelephone ? 'self' : ''}), payment=(), usb=()`;

const headers: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': deviceRights(false),
};

/** The same protection on every reply, refusals and files included. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
  });
}
