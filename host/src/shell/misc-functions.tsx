import { useText } from '../texts.ts';
import { Dropdown, DropdownItem } from './dropdown.tsx';
import { Icon } from './icons.tsx';
import { Later } from './later.tsx';

const calculator = () => import('./calculator.tsx').then((module) => module.Calculator);
const copies = () => import('./copy-history.tsx').then((module) => module.CopyHistory);

/** Small tools beside the clock: calculator, copied values of this tab, full screen. */
export function MiscFunctions() {
  const t = useText();
  return (
    <>
      <Dropdown kind="panel" label={t('misc.calculator')} button={<Icon name="calculator" />}>
        {() => <Later load={calculator} props={{}} />}
      </Dropdown>
      <Dropdown label={t('misc.more')} button={<Icon name="more" />}>
        {(close) => (
          <>
            <DropdownItem
              onSelect={() => {
                close();
                const isFull = document.fullscreenElement !== null;
                void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
              }}
            >
              {t(document.fullscreenElement === null ? 'misc.fullScreen' : 'misc.windowed')}
            </DropdownItem>
            <Later load={copies} props={{ onDone: close }} />
          </>
        )}
      </Dropdown>
    </>
  );
}
