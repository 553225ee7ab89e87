/** Sources of a small host, SDK and plugin, for tests of the build; by their paths. */
export const TEST_SOURCES: Readonly<Record<string, string>> = {
  'demo/package.json': `{
  "name": "demo",
  "dependencies": {}
}
`,
  'demo/plugin.json': `{
  "name": "demo",
  "version": "1.0.0",
  "sdk": "^0.1.0",
  "publisher": "kituo",
  "section": { "path": "DemoSystem", "titleKey": "section" },
  "pages": [
    {
      "name": "DemoList",
      "path": "/AdminContent/DemoSystem/DemoList",
      "titleKey": "list",
      "module": "src/pages/demo-list.page.tsx",
      "codes": ["demo:list:view"]
    },
    {
      "name": "DemoForm",
      "path": "/AdminContent/DemoSystem/DemoForm",
      "titleKey": "form",
      "module": "src/pages/demo-form.page.tsx"
    }
  ],
  "locales": ["en", "zh"]
}
`,
  'demo/locales/en.json': `{ "section": "Demo", "list": "List", "form": "Form" }
`,
  'demo/locales/zh.json': `{ "section": "演示", "list": "列表", "form": "表单" }
`,
  'demo/src/plugin.ts': `import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
    DemoList: () => import('./pages/demo-list.page.tsx'),
    DemoForm: () => import('./pages/demo-form.page.tsx'),
  },
});
`,
  'demo/src/shared.css': `.demo {
  color: red;
}
`,
  'demo/src/shared.tsx': `import './shared.css';
import { Button, Tag } from '@kituo/sdk';

export function Big({ text }: { readonly text: string }) {
  return (
    <Button>
      <Tag>{text}</Tag>
    </Button>
  );
}
`,
  'demo/src/pages/demo-form.page.tsx': `import { useList } from '@kituo/sdk/page';
import { Big } from '../shared.tsx';

export function DemoFormPage() {
  useList();
  return <Big text="form" />;
}
`,
  'demo/src/pages/demo-list.page.tsx': `import { counter } from '@kituo/sdk';
import { useState } from 'react';
import { Big } from '../shared.tsx';

export const readCounter = () => counter;

export function DemoListPage() {
  const [clicks, setClicks] = useState(0);
  return (
    <div onClick={() => setClicks(clicks + 1)}>
      <Big text={\`list \${clicks}\`} />
    </div>
  );
}
`,
  'host/lazy.ts': `export const lazy = () => 'lazy';
`,
  'host/main.tsx': `import { Button, count, hostReact } from '@kituo/sdk';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <hostReact.Fragment>
      <Button id="ready" onClick={count}>
        Ready
      </Button>
    </hostReact.Fragment>,
  );
void import('./lazy.ts').then(({ lazy }) => {
  document.title = lazy();
});
`,
  'sdk/index.ts': `import * as hostReact from 'react';
import { Subject } from 'rxjs';

export {
  Button,
  Card,
  Dialog,
  Menu,
  MenuItem,
} from '@blueprintjs/core';
export * from './later.ts';
export { Link, Router, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
export { hostReact };
export const bus = new Subject<number>();
export let counter = 0;
export function count() {
  counter += 1;
  bus.next(counter);
}
export const definePlugin = <Plugin>(plugin: Plugin) => plugin;
`,
  'sdk/later.ts': `export { FormGroup, InputGroup, Tag } from '@blueprintjs/core';
`,
  'sdk/page/index.ts': `import { Drawer, HTMLTable, NumericInput, Tabs } from '@blueprintjs/core';

export const parts = { Drawer, HTMLTable, NumericInput, Tabs };
export const useList = () => parts;
export const table = () => import('@blueprintjs/table');
`,
};
