/**
 * Answers the questions of the process that started this one, until it lets go.
 *
 * @param answers a function per kind of question
 */
export function answerParent(answers, close) {
  process.on('message', async (question) => {
    try {
      process.send({ answer: await answers[question.kind](question) });
    } catch (error) {
      process.send({ failure: error instanceof Error ? error.stack : String(error) });
    }
  });
  process.once('disconnect', close);
}
