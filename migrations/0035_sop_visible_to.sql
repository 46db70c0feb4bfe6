ALTER TABLE "sops" ADD COLUMN "visible_to" varchar(20) DEFAULT 'department' NOT NULL;
--> statement-breakpoint
ALTER TABLE "sops" ADD CONSTRAINT "sops_visible_to" CHECK ("sops"."visible_to" in ('department', 'everyone')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "sops" VALIDATE CONSTRAINT "sops_visible_to";
