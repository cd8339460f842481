export {
  type MetricCatalog,
  type MetricKey,
  type MetricSpec,
  type MetricType,
  metricCatalog,
} from './metric-catalog.js';
export type { AnyRegistry } from './metric-set.js';
export { type MetricsOptions, type WetempoMetrics, wetempoMetrics } from './wetempo-metrics.js';
