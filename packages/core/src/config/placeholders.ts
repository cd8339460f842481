import type { Document, Scalar } from 'yaml';

type Yaml = Pick<typeof import('yaml'), 'visit'>;

const placeholder = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Puts environment variables in the place of `${NAME}`, in values only. */
export function fillPlaceholders(
  { visit }: Yaml,
  document: Document,
  fail: (offset: number, problem: string) => never,
): void {
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      const text = node.value.replace(placeholder, (_, name: string) => {
        return process.env[name] ?? fail(node.range?.[0] ?? 0, missing(name));
      });
      node.value = isUnquoted(node) ? plainValue(text) : text;
    },
  });
}

function missing(name: string): string {
  return `asks for the environment variable ${name}, which is not set`;
}

function isUnquoted({ type }: Scalar): boolean {
  return type === 'PLAIN';
}

/** What YAML would read, had the text stood there; never more than one value. */
function plainValue(text: string): string | number | boolean {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text;
}
