import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface DropdownProps {
  /** What a screen reader calls the button. */
  readonly label: string;
  readonly button: ReactNode;
  /** The button's own text names it: it says more than the label. */
  readonly isButtonText?: boolean;
  /** `menu`: arrow keys walk its items. `panel`: anything. */
  readonly kind?: 'menu' | 'panel';
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a panel below it; Escape, Tab out and a click elsewhere close it. */
export function Dropdown({ label, button, isButtonText = false, kind = 'menu', children }: DropdownProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>(ITEMS)?.focus();
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);

  const close = () => {
    setIsOpen(false);
    opener.current?.focus({ preventScroll: true });
  };
  return (
    <div
      className="k-dropdown"
      ref={root}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          event.stopPropagation();
          close();
        } else if (isOpen && kind === 'menu') walk(event, root.current);
      }}
    >
      <button
        ref={opener}
        type="button"
        className="k-bar-button"
        aria-label={isButtonText ? undefined : label}
        title={label}
        aria-haspopup={kind === 'menu' ? 'menu' : 'dialog'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen((open) => !open)}
      >
        {button}
      </button>
      {isOpen && (
        <div id={id} className="k-dropdown-panel" role={kind === 'menu' ? 'menu' : 'dialog'} aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

const ITEMS = '.k-dropdown-panel :is([role^=menuitem], button, a, input, select)';

function walk(event: KeyboardEvent, root: HTMLElement | null): void {
  const items = [...(root?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
}

export interface DropdownItemProps {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  /** Given for items of which one is chosen. */
  readonly isChosen?: boolean;
  readonly lang?: string;
}

export function DropdownItem({ children, onSelect, isChosen, lang }: DropdownItemProps) {
  const choice =
    isChosen === undefined
      ? { role: 'menuitem' as const }
      : { role: 'menuitemradio' as const, 'aria-checked': isChosen };
  return (
    <button type="button" className="k-dropdown-item" tabIndex={-1} lang={lang} {...choice} onClick={onSelect}>
      <span>{children}</span>
      {isChosen === true && <span aria-hidden="true">✓</span>}
    </button>
  );
}
