"""Looking into rounds: exact endings, batches of rounds."""
