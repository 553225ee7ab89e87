import { useValue } from '@kituo/sdk';
import { Component, type ComponentType, type ReactNode } from 'react';
import { BehaviorSubject } from 'rxjs';

type Draw = (props: object) => ReactNode;

/** Which hooks a component calls, in their order: with another list, its state cannot be kept. */
function hooksOf(draw: Draw): string {
  return [...String(draw).matchAll(/\buse[A-Z]\w*(?=\)?\s*\()/g)].join(' ');
}

const isFunction = (component: unknown): component is Draw =>
  typeof component === 'function' && !('isReactComponent' in Object(component.prototype));

interface Family {
  draw: Draw;
  hooks: string;
  /** Calls the newest code; another one only where the hooks are others. */
  Inner: ComponentType;
  readonly Outer: ComponentType;
}

/**
 * Components that keep their state when their code is replaced. React's own refresh needs its development build, which
 * the console does not run on; but a function that calls the newest code within one component keeps every state that
 * the hooks hold, as long as they are called in the same order.
 */
export class HotComponents {
  readonly #families = new Map<string, Family>();
  readonly #generation = new BehaviorSubject(0);
  /** Names that parts of the present build took. */
  readonly #named = new Set<string>();
  readonly #parts = new WeakMap<Draw, unknown>();
  readonly #foreign = new Set<unknown>();

  /** The component to draw in the place of one that was loaded; the same one for an id, whatever its code is. */
  dress(id: string, component: ComponentType | Draw, isPage = true): ComponentType | Draw {
    if (!isFunction(component)) return component;
    const known = this.#families.get(id);
    if (known === undefined) return this.#begin(id, component, isPage).Outer;
    const hooks = hooksOf(component);
    known.draw = component;
    if (known.hooks !== hooks) {
      known.hooks = hooks;
      known.Inner = innerOf(known);
    }
    return known.Outer;
  }

  /**
   * The same for a part of the page, as its code draws it. A name that stands for several functions, such as one that
   * is made again with each drawing, keeps nothing.
   */
  dressPart(plugin: string, type: unknown): unknown {
    if (!isFunction(type) || type.name === '' || this.#foreign.has(type)) return type;
    const known = this.#parts.get(type);
    if (known !== undefined) return known;
    const id = `${plugin} part ${type.name}`;
    if (this.#named.has(id)) return type;
    this.#named.add(id);
    const dressed = this.dress(id, type, false);
    this.#parts.set(type, dressed);
    return dressed;
  }

  /** What the host provides is no part of a plugin. */
  leaveOut(modules: readonly unknown[]): void {
    for (const module of modules) for (const value of Object.values(Object(module))) this.#foreign.add(value);
  }

  /** Draws everything again that stands on screen. */
  redraw(): void {
    this.#named.clear();
    this.#generation.next(this.#generation.value + 1);
  }

  #begin(id: string, draw: Draw, isPage: boolean): Family {
    const generation = this.#generation;
    const family: Family = {
      draw,
      hooks: hooksOf(draw),
      Inner: () => null,
      Outer: function Hot(props: object) {
        const present = useValue(generation);
        const drawn = <family.Inner {...props} />;
        return isPage ? <HotBoundary generation={present}>{drawn}</HotBoundary> : drawn;
      },
    };
    family.Inner = innerOf(family);
    this.#families.set(id, family);
    return family;
  }
}

function innerOf(family: Family): ComponentType {
  return function HotCode(props: object) {
    return family.draw(props);
  };
}

interface BoundaryProps {
  readonly generation: number;
  readonly children: ReactNode;
}

interface Caught {
  readonly message: string;
  readonly generation: number;
}

/** Shows what a page on trial threw, until the next build is there. */
class HotBoundary extends Component<BoundaryProps, { caught: Caught | null }> {
  override state: { caught: Caught | null } = { caught: null };

  override componentDidCatch(error: unknown): void {
    globalThis.console.error('Kituo: a page on trial threw', error);
    const message = error instanceof Error ? error.message : String(error);
    this.setState({ caught: { message, generation: this.props.generation } });
  }

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    // Which build threw is known a moment later.
    return { caught: { message: String(error), generation: Number.MAX_SAFE_INTEGER } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === null || caught.generation < this.props.generation) return this.props.children;
    return (
      <p className="k-fault" role="alert">
        {caught.message}
      </p>
    );
  }
}
