/** The package brings no types; what stands here is what its README promises. */
declare module 'parse-prometheus-text-format' {
  export interface Sample {
    readonly labels?: Readonly<Record<string, string>>;
    /** Of counters and gauges. */
    readonly value?: string;
  }
  export interface MetricFamily {
    readonly name: string;
    readonly help: string;
    readonly type: 'COUNTER' | 'GAUGE' | 'HISTOGRAM' | 'SUMMARY' | 'UNTYPED';
    readonly metrics: readonly Sample[];
  }
  export default function parse(text: string): MetricFamily[];
}
