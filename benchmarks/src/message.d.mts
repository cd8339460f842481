export function messageOf(n: number): {
  readonly touser: string;
  readonly template_id: string;
  readonly url: string;
  readonly data: Readonly<Record<string, { readonly value: string }>>;
};
