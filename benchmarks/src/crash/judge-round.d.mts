export function judgeRound(round: {
  recipients: readonly string[];
  states: readonly (string | undefined)[];
  recipientOf: (n: number) => string;
  isRepeatable: boolean;
}): { figures: Readonly<Record<string, number>>; broken: readonly string[] };
