interface Waiting {
  readonly begin: () => void;
  readonly reject: (reason: Error) => void;
}

/** Lets so many pieces of work be under way at once; the others stand in line, first come, first served. */
export class Turns {
  readonly #most: number;
  readonly #mostWithLast: number;
  readonly #line = new Line();
  readonly #lastLine = new Line();
  #underWay = 0;

  /** @param mostWithLast as many may be under way when one of the last ones begins, so that the others find room */
  constructor(most: number, mostWithLast = most) {
    this.#most = most;
    this.#mostWithLast = mostWithLast;
  }

  /**
   * Begins the work now or when its turn has come, and settles like it.
   *
   * @param last stands behind everybody who does not say so, whoever came first
   * @param weight for how many pieces it counts
   */
  take<Result>(work: () => Promise<Result>, last = false, weight = 1): Promise<Result> {
    if (this.#underWay < (last ? this.#mostWithLast : this.#most)) return this.#begin(work, weight);
    return new Promise((resolve, reject) => {
      const begin = () => void this.#begin(work, weight).then(resolve, reject);
      (last ? this.#lastLine : this.#line).push({ begin, reject });
    });
  }

  /** Rejects everything that stands in line. */
  sendAway(reason: Error): void {
    for (const { reject } of [...this.#line.takeAll(), ...this.#lastLine.takeAll()]) reject(reason);
  }

  #begin<Result>(work: () => Promise<Result>, weight: number): Promise<Result> {
    this.#underWay += weight;
    const result = work();
    const end = () => this.#end(weight);
    result.then(end, end);
    return result;
  }

  #end(weight: number): void {
    this.#underWay -= weight;
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.begin();
  }

  #next(): Waiting | undefined {
    const first = this.#underWay < this.#most ? this.#line.takeFirst() : undefined;
    if (first !== undefined) return first;
    return this.#underWay < this.#mostWithLast ? this.#lastLine.takeFirst() : undefined;
  }
}

/** Taking the first one off a long array moves all the others, so those who were served stay until they are half of it. */
class Line {
  #waiting: Waiting[] = [];
  #served = 0;

  push(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  takeFirst(): Waiting | undefined {
    const first = this.#waiting[this.#served];
    if (first === undefined) return undefined;
    this.#served += 1;
    if (this.#served * 2 >= this.#waiting.length) this.#forgetServed();
    return first;
  }

  takeAll(): Waiting[] {
    this.#forgetServed();
    return this.#waiting.splice(0);
  }

  #forgetServed(): void {
    this.#waiting = this.#waiting.slice(this.#served);
    this.#served = 0;
  }
}
