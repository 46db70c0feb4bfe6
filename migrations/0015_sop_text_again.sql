ALTER TABLE "sops" DROP COLUMN "file_url";
--> statement-breakpoint
-- Texts in Chinese, Japanese and Korean were read wrongly or not at all, and their words are kept in another form now: the current files are read once more. Until then their pages are searched as they are.
UPDATE "sop_versions" SET "text_state" = 'waiting', "text_tries" = 0, "text_tried_at" = NULL FROM "sops" WHERE "sops"."id" = "sop_versions"."sop_id" AND "sops"."revision" = "sop_versions"."revision";
