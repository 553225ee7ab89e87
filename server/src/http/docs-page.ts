import { fullPath } from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';
import type { FastifyInstance } from 'fastify';
import { compressed } from './envelope.ts';
import { escapeHtml } from './escape-html.ts';
import { accessText, openApiOf } from './openapi.ts';

function rowOf(endpoint: Endpoint): string {
  const cells = [
    `<code>${endpoint.method} ${escapeHtml(fullPath(endpoint))}</code>`,
    escapeHtml(endpoint.summary),
    escapeHtml(accessText(endpoint.access)),
    endpoint.kind,
  ];
  return `<tr id="${escapeHtml(endpoint.name)}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function pageOf(endpoints: readonly Endpoint[]): string {
  const families = Map.groupBy(endpoints, ({ name }) => name.split('.')[0] ?? '');
  const sections = [...families]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([family, members]) => `<h2>${escapeHtml(family)}</h2>
<table><thead><tr><th>Address</th><th>What it does</th><th>Who may call it</th><th>Kind</th></tr></thead>
<tbody>${members.map(rowOf).join('\n')}</tbody></table>`,
    );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kituo: the calls of the server</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><main><h1>The calls of the server</h1>
<p>${endpoints.length} endpoints. With requests and replies: <a href="/api/docs/json">OpenAPI 3.1</a>.</p>
${sections.join('\n')}</main></body></html>`;
}

const style = `:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;margin:0}
main{max-width:1100px;margin:0 auto;padding:24px}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid #8886}
code{overflow-wrap:anywhere}
`;

/** `/api/docs`: the contracts to read, and as OpenAPI. Made at the first call, as few ever ask. */
export function registerDocs(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let json: string | undefined;
  app.get('/api/docs', async (request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(await compressed(request, reply, pageOf(endpoints))),
  );
  app.get('/api/docs/style.css', async (_, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(style),
  );
  app.get('/api/docs/json', async (request, reply) => {
    json ??= JSON.stringify(openApiOf(endpoints));
    return reply.header('content-type', 'application/json; charset=utf-8').send(await compressed(request, reply, json));
  });
}
