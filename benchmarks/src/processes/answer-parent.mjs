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
  // Some clients keep timers and sockets for themselves, and a process that goes on would slow down the next one.
  process.once('disconnect', async () => {
    await close?.();
    process.exit();
  });
}
