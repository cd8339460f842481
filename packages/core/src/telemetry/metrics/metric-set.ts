import {
  Counter,
  Gauge,
  Histogram,
  type Metric,
  type OpenMetricsContentType,
  type Registry,
} from 'prom-client';
import { ConfigError } from '../../errors/errors.js';
import { type MetricCatalog, type MetricKey, type MetricSpec, metricCatalog } from './metric-catalog.js';

/** A registry of prom-client, whichever text format it writes. */
export type AnyRegistry = Registry | Registry<OpenMetricsContentType>;

type MetricOf<Spec> =
  Spec extends MetricSpec<infer Type, infer Label>
    ? { counter: Counter<Label>; gauge: Gauge<Label>; histogram: Histogram<Label> }[Type]
    : never;

/** Every metric of the catalog, registered. */
export type MetricSet = { readonly [Key in MetricKey]: MetricOf<MetricCatalog[Key]> };

type Collect = () => void;

/** What marks a metric as ours, also for another copy of this package in the same process. */
interface Mark {
  readonly shape: string;
  /** Run at every scrape: one per client. */
  readonly collects: Set<Collect>;
}
const markKey = Symbol.for('@wetempo/core/metrics');

/**
 * Registers the catalog, or finds what another client has registered before.
 *
 * @throws {ConfigError} where something else holds one of the names; nothing was registered then
 */
export function openMetricSet(register: AnyRegistry, prefix: string): MetricSet {
  const specs = Object.entries<MetricSpec>(metricCatalog);
  for (const [, spec] of specs) requireOurs(register.getSingleMetric(prefix + spec.name), spec, prefix);
  const metrics = specs.map(([key, spec]) => [
    key,
    register.getSingleMetric(prefix + spec.name) ?? create(register, prefix, spec),
  ]);
  // One metric was made of each entry of the catalog, of the entry's own type.
  return Object.fromEntries(metrics) as MetricSet;
}

/** Runs `collect` at every scrape of the metric. Gauges are empty then. Answers a function that stops it. */
export function onScrape(metric: Counter | Gauge, collect: Collect): () => void {
  const collects = markOf(metric)?.collects;
  collects?.add(collect);
  return () => collects?.delete(collect);
}

function create(register: AnyRegistry, prefix: string, spec: MetricSpec): Metric {
  const mark: Mark = { shape: shapeOf(spec), collects: new Set() };
  const common = {
    name: prefix + spec.name,
    help: spec.help,
    labelNames: spec.labels,
    registers: [register],
  };
  const metric = build(spec, common, mark);
  Object.defineProperty(metric, markKey, { value: mark });
  return metric;
}

interface CommonConfiguration {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly registers: AnyRegistry[];
}

function build(spec: MetricSpec, common: CommonConfiguration, { collects }: Mark): Metric {
  switch (spec.type) {
    case 'counter':
      return new Counter({ ...common, collect: () => runAll(collects) });
    case 'gauge':
      return new Gauge({
        ...common,
        aggregator: spec.aggregator ?? 'max',
        collect() {
          // What was told of something that has passed must not stand for ever.
          this.reset();
          runAll(collects);
        },
      });
    case 'histogram':
      return new Histogram({ ...common, buckets: [...(spec.buckets ?? [])] });
  }
}

function runAll(collects: ReadonlySet<Collect>): void {
  for (const collect of collects) collect();
}

function requireOurs(existing: Metric | undefined, spec: MetricSpec, prefix: string): void {
  if (existing === undefined || markOf(existing)?.shape === shapeOf(spec)) return;
  throw new ConfigError(`metrics: the registry already holds another metric "${prefix}${spec.name}"`, {
    hint: 'Give a `prefix`, or a `register` of its own.',
  });
}

function markOf(metric: object): Mark | undefined {
  // Only `create` writes under this key.
  return Reflect.get(metric, markKey) as Mark | undefined;
}

function shapeOf({ type, labels }: MetricSpec): string {
  return `${type}{${labels.join()}}`;
}
