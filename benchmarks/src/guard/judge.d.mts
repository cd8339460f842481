export type Bound = { readonly title: string; readonly why: string } & (
  | { readonly atMost: number }
  | { readonly exactly: number }
);
export interface Verdict {
  readonly ok: boolean;
  readonly sentence: string;
  readonly why: string;
}
export function judge(
  watch: { measure(): Promise<Readonly<Record<string, number>>> },
  bounds: Readonly<Record<string, Bound>>,
): Promise<Verdict[]>;
