import { DiscoveryService, MetadataScanner, type ModulesContainer } from '@nestjs/core';
import { ConfigError } from '../errors/errors.js';
import { type HandlerMark, handlerMarksOf } from './callback-decorator.js';
import type { AnyHandler } from './callback-receiver.js';

/** A method of a provider or controller that a decorator marks. */
export interface FoundHandler {
  readonly mark: HandlerMark;
  /** Its class and name, for messages. */
  readonly title: string;
  readonly handler: AnyHandler;
}

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];

/**
 * Every marked method of the application's providers and controllers.
 *
 * @throws {ConfigError} where one belongs to a provider that is not a singleton
 */
export function findHandlers(modules: ModulesContainer): readonly FoundHandler[] {
  const discovery = new DiscoveryService(modules);
  const scanner = new MetadataScanner();
  const wrappers = [...discovery.getProviders(), ...discovery.getControllers()];
  return onceEach(wrappers).flatMap((wrapper) => handlersOf(wrapper, scanner));
}

/**
 * A class that two modules list as their provider has two instances, and an alias names one instance twice; yet what came
 * once is handled once.
 */
function onceEach(wrappers: readonly Wrapper[]): readonly Wrapper[] {
  const seen = new Set<unknown>();
  return wrappers.filter(({ instance, metatype, token }) => {
    if (typeof instance !== 'object' || instance === null || seen.has(instance)) return false;
    if (token === metatype && seen.has(token)) return false;
    seen.add(instance);
    seen.add(token === metatype ? token : instance);
    return true;
  });
}

function handlersOf(wrapper: Wrapper, scanner: MetadataScanner): readonly FoundHandler[] {
  const instance: object = wrapper.instance;
  const prototype: object | null = Object.getPrototypeOf(instance);
  return scanner.getAllMethodNames(prototype).flatMap((key) => {
    const method: unknown = Reflect.get(prototype ?? {}, key);
    if (typeof method !== 'function') return [];
    const marks = handlerMarksOf(method);
    if (marks.length === 0) return [];
    const title = `${prototype?.constructor.name}.${key}`;
    refuseShortLived(wrapper, title);
    // Read at each call: a spy or a proxy may stand in its place later.
    const handler: AnyHandler = (message, context) =>
      Reflect.get(instance, key).call(instance, message, context);
    return marks.map((mark) => ({ mark, title, handler }));
  });
}

/**
 * A callback is handled apart from its HTTP request, perhaps after it, or again in another process, so there is no request to
 * make an instance for.
 */
function refuseShortLived(wrapper: Wrapper, title: string): void {
  if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient) return;
  const kind = wrapper.isTransient ? 'transient' : 'request-scoped, or depends on a provider that is';
  throw new ConfigError(`${title} handles callbacks, but its class is ${kind}`, {
    hint: 'Move the handler to a provider of the default scope, and resolve what is scoped there by ModuleRef.',
  });
}
